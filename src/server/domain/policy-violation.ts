import { isObject } from "../../shared/is-object.ts";

/** Something that the content security policy of a page kept out, as a browser tells it; anybody may tell anything. */
export interface PolicyViolation {
  /** The rule that kept it out, for example `script-src-elem`. */
  directive: string;
  /** Origin of what was kept out, or a word such as `inline` or `eval`. */
  blocked: string;
  /** Path of the page, as it was sent. */
  page: string;
  /** Where in a script or page it stood; null: not told. */
  line: number | null;
  column: number | null;
}

/** Reports of one request that are looked at. */
const most = 20;

/**
 * The violations that a body reports, in either form: one in `csp-report` (Content Security Policy Level 2), or a list of
 * `csp-violation` (Reporting API). Takes neither queries, which may hold what was mailed, nor the sample of what was kept
 * out. Undefined: the body is neither.
 */
export function violationsOf(body: unknown): PolicyViolation[] | undefined {
  if (Array.isArray(body)) {
    const reports = body
      .slice(0, most)
      .filter((report) => isObject(report) && report.type === "csp-violation");
    return reports.flatMap(({ body: told }) => violationOf(told, reportingNames) ?? []);
  }
  if (!isObject(body)) return undefined;
  const violation = violationOf(body["csp-report"], levelTwoNames);
  return violation && [violation];
}

/** How the two forms call the same. */
const reportingNames = {
  directive: "effectiveDirective",
  blocked: "blockedURL",
  page: "documentURL",
  line: "lineNumber",
  column: "columnNumber",
} as const;
const levelTwoNames = {
  directive: "effective-directive",
  blocked: "blocked-uri",
  page: "document-uri",
  line: "line-number",
  column: "column-number",
} as const;

function violationOf(
  told: unknown,
  names: Record<keyof PolicyViolation, string>,
): PolicyViolation | undefined {
  if (!isObject(told)) return undefined;
  // Browsers of before told the whole rule by this name alone.
  const directive = told[names.directive] ?? told["violated-directive"];
  const [rule] = typeof directive === "string" ? directive.split(" ", 1) : [];
  const page = pathOf(told[names.page]);
  if (rule === undefined || !/^[a-z][a-z-]{2,40}$/.test(rule) || page === undefined) return undefined;
  return {
    directive: rule,
    blocked: originOf(told[names.blocked]),
    page,
    line: figureOf(told[names.line]),
    column: figureOf(told[names.column]),
  };
}

function pathOf(value: unknown): string | undefined {
  return typeof value === "string" ? URL.parse(value)?.pathname : undefined;
}

/** An origin tells whose it was; what follows may hold anything. */
function originOf(value: unknown): string {
  if (typeof value !== "string") return "unknown";
  if (/^[a-z-]{0,30}$/.test(value)) return value === "" ? "unknown" : value;
  const url = URL.parse(value);
  if (url === null) return "unknown";
  return url.origin === "null" ? url.protocol.slice(0, 30) : url.origin.slice(0, 200);
}

function figureOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}
