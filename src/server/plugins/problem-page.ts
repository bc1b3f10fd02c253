import type { FastifyReply, FastifyRequest } from "fastify";
import { directionOf } from "../../shared/languages.ts";
import { legalLinks } from "../../shared/legal-links.ts";
import { isSitePath } from "../../shared/return-url.ts";
import { randomToken } from "../crypto.ts";
import { contentSecurityPolicy, plainDocument } from "../pages/document.ts";
import { iconPath } from "../pages/images.ts";
import type { Problem } from "../problem.ts";
import type { Speech } from "./context.ts";

/** Says whether a person looks at the answer, not a script. */
export function isPageView({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith("/api/") && /\btext\/html\b/.test(headers.accept ?? "");
}

/** A problem as a plain page with a way to try again; needs neither the database nor the build. */
export function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status }: Problem,
  { language, t, partner }: Speech,
): FastifyReply {
  const nonce = randomToken(16);
  const key = status === 503 ? "shell.unavailable" : status >= 500 ? "errors.serverError" : "errors.unknown";
  const code = status >= 500 && status !== 503 ? ` ${t("shell.supportCode", { code: request.id })}` : "";
  const again = request.method === "GET" && isSitePath(request.url) ? request.url : "/";
  reply.type("text/html; charset=utf-8");
  reply.header("content-security-policy", contentSecurityPolicy(nonce, false));
  return reply.send(
    plainDocument({
      language,
      direction: directionOf(language),
      icon: iconPath(partner),
      title: t(`${key}.title`),
      text: t(`${key}.text`) + code,
      link: { href: again, label: t("shell.unavailable.link") },
      legal: legalLinks(partner, t),
      refresh: false,
      nonce,
    }),
  );
}
