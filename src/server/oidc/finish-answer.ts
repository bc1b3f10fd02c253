import type { KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../services.ts";
import { tellCustomer } from "./claims.ts";
import { leadToSignOut } from "./end-session.ts";
import { formPostPage, formPostPolicy } from "./form-post.ts";
import { keepAnsweredRequest } from "./keep-request.ts";
import { providerRequest } from "./provider-request.ts";

/** Names of the library's cookies. They never reach a browser: our session's cookie stands for them. */
export const libraryCookies = {
  session: "library-session",
  interaction: "library-interaction",
  resume: "library-resume",
} as const;

const libraryCookie = new RegExp(`^(${Object.values(libraryCookies).join("|")})=`);

/** Makes the library's answer ours, before it is sent. */
export async function finishAnswer(services: Services, ctx: KoaContextWithOIDC): Promise<void> {
  keepOwnCookies(ctx);
  // Some HTTP libraries want JSON of every answer, and others take the type that Koa gives to nothing for a failure.
  if (ctx.body === "") ctx.body = {};
  const request = providerRequest(ctx);
  if (request.unavailable !== undefined) return;
  if (ctx.oidc?.route === "introspection" && ctx.status === 200) await tellCustomer(services, ctx);
  if (ctx.oidc?.route === "end_session" && ctx.status === 200) await leadToSignOut(services, ctx);
  else if (isPage(ctx)) postAnswer(ctx);
  if (request.resumed !== undefined && request.answer !== undefined)
    await keepAnsweredRequest(services, request.resumed.request);
}

function postAnswer(ctx: KoaContextWithOIDC): void {
  const { answer, speech } = providerRequest(ctx);
  const action = ctx.oidc.params?.redirect_uri;
  if (answer === undefined || typeof action !== "string") throw new Error("an unknown page of the library");
  ctx.status = 200;
  ctx.set("content-security-policy", formPostPolicy);
  ctx.body = formPostPage(action, answer, speech);
}

// The library's pages; a redirect carries a line of markup too.
function isPage(ctx: KoaContextWithOIDC): boolean {
  return ctx.response.is("html") === "html" && !ctx.response.get("location");
}

function keepOwnCookies(ctx: KoaContextWithOIDC): void {
  const cookies = [ctx.response.get("set-cookie") ?? []].flat();
  ctx.remove("set-cookie");
  const own = cookies.filter((cookie) => !libraryCookie.test(cookie));
  if (own.length > 0) ctx.set("set-cookie", own);
}
