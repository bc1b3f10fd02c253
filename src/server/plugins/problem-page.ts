import type { FastifyReply, FastifyRequest } from "fastify";
import { isSitePath } from "../../shared/return-url.ts";
import type { Speech } from "../call.ts";
import { randomToken } from "../crypto.ts";
import { contentSecurityPolicy, plainPage } from "../pages/document.ts";
import type { Problem } from "../problem.ts";

/** Says whether a person looks at the answer, not a script. */
export function isPageView({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith("/api/") && /\btext\/html\b/.test(headers.accept ?? "");
}

/** A problem as a plain page with a way to try again; needs neither the database nor the build. */
export function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status }: Problem,
  speech: Speech,
): FastifyReply {
  const { t } = speech;
  const nonce = randomToken(16);
  const key = status === 503 ? "shell.unavailable" : status >= 500 ? "errors.serverError" : "errors.unknown";
  const code = status >= 500 && status !== 503 ? ` ${t("shell.supportCode", { code: request.id })}` : "";
  const again = request.method === "GET" && isSitePath(request.url) ? request.url : "/";
  reply.type("text/html; charset=utf-8");
  reply.header("content-security-policy", contentSecurityPolicy(nonce, false));
  return reply.send(
    plainPage(speech, {
      title: t(`${key}.title`),
      text: t(`${key}.text`) + code,
      link: { href: again, label: t("shell.unavailable.link") },
      refresh: false,
      nonce,
    }),
  );
}
