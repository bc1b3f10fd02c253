import {
  formFieldName,
  type ProblemBody,
  type ProblemCode,
  type ProblemCodes,
  tooManyCode,
} from "../../shared/problem-codes.ts";

/** Longest piece of a foreign answer that a person is shown. */
const shownBody = 200;

const mapped: Record<number, string> = {
  400: "problems.badRequest",
  401: "problems.unauthorized",
  403: "problems.forbidden",
  404: "problems.notFound",
  500: "problems.serverError",
  502: "problems.badGateway",
  503: "problems.unavailable",
  // A proxy's word that the service did not answer in time.
  504: "problems.unavailable",
};

/** What an answer that is no success tells the person (specification, sections 7 and 8). */
export function problemsOf(answer: Response, text: string): ProblemCodes {
  const body = readProblem(text);
  const told = codesOf(body);
  if (told !== undefined) return told;
  const problem = statusProblem(answer, text);
  if (body?.supportCode === undefined) return { "": [problem] };
  return { "": [problem, { code: "shell.supportCode", params: { code: body.supportCode } }] };
}

/** The body of a problem answer; anything else: undefined. */
export function readProblem(text: string): ProblemBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as ProblemBody) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The errors map by form field: codes, because they follow the language (decisions 3), each with its text. A page does
 * not have the text of every code: it has only those of its screen, and can be older than the server.
 */
function codesOf({ codes, errors }: Partial<ProblemBody> = {}): ProblemCodes | undefined {
  if (codes !== undefined)
    return byField(codes, (problem, field, index) => ({ ...problem, text: errors?.[field]?.[index] }));
  return errors && byField(errors, (text) => ({ code: "", text }));
}

function byField<T>(
  lists: Record<string, T[]>,
  told: (one: T, field: string, index: number) => ProblemCode,
): ProblemCodes {
  return Object.fromEntries(
    Object.entries(lists).map(([field, list]) => [
      formFieldName(field),
      list.map((one, index) => told(one, field, index)),
    ]),
  );
}

function statusProblem(answer: Response, text: string): ProblemCode {
  const { status, statusText } = answer;
  if (status === 429) return tooMany(answer);
  const code = mapped[status];
  if (code !== undefined) return { code };
  // Markup, as of a proxy's own page, tells a person nothing.
  const isMarkup = /html/i.test(answer.headers.get("content-type") ?? "");
  const body = isMarkup ? "" : text.slice(0, shownBody);
  return { code: "problems.generic", params: { status, statusText, body } };
}

function tooMany({ headers }: Response): ProblemCode {
  const wait = waitOf(headers.get("retry-after") ?? "");
  return wait > 0 ? tooManyCode(wait) : { code: "problems.tooManyForNow" };
}

/** The seconds that an answer asks to wait: said as such, or by a moment (RFC 9110, section 10.2.3); 0 where it says none. */
function waitOf(told: string): number {
  return Number(told) || Math.ceil((Date.parse(told) - Date.now()) / 1000) || 0;
}
