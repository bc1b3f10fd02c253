import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ProblemBody, problemTexts } from "../../shared/problem-codes.ts";
import type { Translate } from "../../shared/translate.ts";
import { HashOverloaded } from "../passwords/password-hash.ts";
import { badRequest, Problem } from "../problem.ts";
import { speechWithoutLookup } from "../request/context.ts";
import { NobodyWaits } from "../slots.ts";
import { StoreUnavailable } from "../store/store-unavailable.ts";
import { isPageView, sendProblemPage } from "./problem-page.ts";

/**
 * Answers every error as a problem (RFC 9457) in the person's language, and tells the log what the person is not
 * told. Nothing that was sent is repeated in either.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // Whoever hangs up in the middle of what they send reads no answer, and is no fault to be told of.
    const problem =
      error instanceof Error && request.raw.errored === error
        ? new Problem(408, "the caller hung up")
        : toProblem(error);
    report(request, problem, error);
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler(() => {
    throw new Problem(404, "no such address");
  });
}

/** The problem that an error is answered with. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreUnavailable || error instanceof HashOverloaded)
    return new Problem(503, error.message, { retryAfter: error.retryAfterSeconds });
  if (error instanceof NobodyWaits) return new Problem(408, error.message);
  const { statusCode, code } = error as FastifyError;
  if (!code?.startsWith("FST_") || statusCode === undefined || statusCode >= 500)
    return new Problem(500, "unexpected error");
  return statusCode === 400 ? badRequest(code) : new Problem(statusCode, code);
}

/** Sends a problem in the language of the request, as a plain page where a person looks at it. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const speech = speechWithoutLookup(request, reply);
  const { retryAfter } = problem.options;
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  reply.code(problem.status).header("cache-control", "no-store");
  if (isPageView(request)) return sendProblemPage(request, reply, problem, speech);
  reply.type("application/problem+json").serializer(JSON.stringify);
  return reply.send(problemBody(problem, speech.t, request.id));
}

/** What the client gets (specification, section 3). */
function problemBody(problem: Problem, t: Translate, supportCode: string): ProblemBody {
  const { type, codes, captcha, unknownCredential } = problem.options;
  return {
    type,
    title: t(titleKey(problem)),
    status: problem.status,
    ...(codes === undefined ? {} : { errors: problemTexts(codes, t), codes }),
    ...captcha,
    unknownCredential,
    supportCode,
  };
}

/** Key of the sentence that says what is wrong on the whole. */
function titleKey({ status, options }: Problem): string {
  if (options.codes !== undefined) return "problems.title";
  return titleKeys[status] ?? (status >= 500 ? "problems.serverError" : "problems.badRequest");
}

const titleKeys: Record<number, string> = {
  400: "problems.timeout",
  401: "problems.unauthorized",
  403: "problems.forbidden",
  404: "problems.notFound",
  413: "problems.tooLarge",
  502: "problems.badGateway",
  503: "problems.unavailable",
};

// What a person did is worth a word, what we did wrong is worth an alarm.
function report(request: FastifyRequest, problem: Problem, error: unknown): void {
  const { status, message } = problem;
  if (status < 500) request.log.info({ status, reason: message }, "refused");
  // Comes in thousands, and its stack tells nothing.
  else if (error instanceof HashOverloaded) request.log.warn({ status, reason: message }, "not available");
  else if (status === 503) request.log.warn({ status, err: error }, "not available");
  else {
    request.log.error({ status, err: error }, "failed");
    request.server.services.operations.errors.ofServer(error, request.id);
  }
}
