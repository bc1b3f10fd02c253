import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languageParameter, nativeFields } from "../../shared/constants.ts";
import type { PageState } from "../../shared/page-state.ts";
import { withLanguage } from "../../shared/return-url.ts";
import { titleOf } from "../../shared/screen-title.ts";
import { isScreenPath } from "../../shared/screens.ts";
import type { CallContext } from "../call.ts";
import { recaptchaSources } from "../captcha/recaptcha.ts";
import { cookieNames } from "../cookies.ts";
import { randomToken } from "../crypto.ts";
import { issueToken, refusalOfPost } from "../request/anti-forgery.ts";
import { ownPartOfUid } from "../request/authorization-request.ts";
import { contextOf } from "../request/context.ts";
import type { Services } from "../services.ts";
import { acceptsBrotli } from "./accepts-brotli.ts";
import { catalogues } from "./catalogues.ts";
import { contentSecurityPolicy, pageDocument, plainPage } from "./document.ts";
import { iconPath, images } from "./images.ts";
import type { NativeFields } from "./native-form.ts";
import { nativePost } from "./native-post.ts";
import { beyondSignIn, pageAnswer, pathOf } from "./page-answer.ts";
import { createPageCache, type Fresh, type PageBytes, type PageCache } from "./page-cache.ts";
import { pageQuery } from "./page-facts.ts";
import type { PageResult, ScreenContent } from "./page-result.ts";
import { pageState } from "./page-state.ts";
import type { Renderer } from "./renderer.ts";
import { serviceWorker } from "./service-worker.ts";
import { siteFiles } from "./site-files.ts";
import { isTelemetryPath } from "./telemetry-path.ts";

const compress = promisify(brotliCompress);
// Quality 5 costs about two milliseconds and is within a tenth of the best.
const onTheFly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Seconds that a message waits for the page after a redirect. */
const flashLife = 60;

/** Registers the pages: every address that is neither a call nor a file (decisions 19 to 24). */
export async function pages(app: FastifyInstance, services: Services, renderer: Renderer): Promise<void> {
  await renderer.mount(app);
  const cache = createPageCache((err) =>
    services.log.error({ err }, "a page could not be compressed for good"),
  );
  catalogues(app, services);
  images(app, services);
  siteFiles(app, services);
  await serviceWorker(app, services, renderer);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    },
  );
  const config = { awaited: true };
  app.get("/*", { config }, async (request, reply) => {
    const context = await contextOf(request, reply);
    const { url, query } = request;
    const result = beyondSignIn(context, url) ?? (await pageAnswer(context, url, query));
    if (result.kind === "screen" && isTelemetryPath(url)) tellView(context, result.content);
    return send(result, context, request, reply, { renderer, cache });
  });
  app.post<{ Body: NativeFields }>("/*", { config }, async (request, reply) => {
    const context = await contextOf(request, reply);
    const fields = request.body ?? {};
    const refusal = refusalOfPost(request, context, fields[nativeFields.token]);
    const result = await nativePost(context, request.url, request.query, fields, refusal);
    return send(result, context, request, reply, { renderer, cache });
  });
}

/** The telemetry: which screen was opened, by its path in the configuration; nothing of the person or the address. */
function tellView({ services, supportCode, partner, language }: CallContext, content: ScreenContent): void {
  const { screen, status } = content;
  const view = { supportCode, page: screen.path, status, partnerId: partner.partnerId, language };
  services.log.info(view, "page viewed");
}

interface Drawing {
  renderer: Renderer;
  cache: PageCache;
}

async function send(
  result: PageResult,
  context: CallContext,
  request: FastifyRequest,
  reply: FastifyReply,
  drawing: Drawing,
): Promise<FastifyReply> {
  reply.header("cache-control", "no-store");
  if (result.kind === "redirect") {
    if (result.say !== undefined) context.cookies.set(cookieNames.flash, result.say, { maxAge: flashLife });
    return reply.redirect(inSameLanguage(result.location, context, request), 303);
  }
  const nonce = randomToken(16);
  const recaptcha = recaptchaSources(context.services.settings, context.partner);
  reply.header(
    "content-security-policy",
    contentSecurityPolicy(nonce, drawing.renderer.development, recaptcha),
  );
  const brotli = acceptsBrotli(request);
  if (result.kind === "leave")
    return sendHtml({ bytes: Buffer.from(leavingPage(context, result.url, nonce)) }, brotli, reply);
  const page = await screenPage(result.content, context, drawing, { nonce, brotli });
  return sendHtml(page, brotli, reply.code(result.content.status));
}

/** Where a page leads to another one, that one is asked for in the language that the address of the first asks for. */
function inSameLanguage(location: string, { services }: CallContext, { query }: FastifyRequest): string {
  const isScreen = isScreenPath(services.config().screens, pathOf(location));
  return isScreen ? withLanguage(location, pageQuery(query)[languageParameter]) : location;
}

/** The message that a page before left here, if it is one of ours: a cookie may hold anything. */
function messageLeft({ cookies, t }: CallContext): string | undefined {
  const left = cookies.get(cookieNames.flash);
  if (left !== undefined) cookies.clear(cookieNames.flash);
  return left !== undefined && t(`messages.${left}`) !== "" ? left : undefined;
}

async function screenPage(
  content: ScreenContent,
  context: CallContext,
  { renderer, cache }: Drawing,
  { nonce, brotli }: { nonce: string; brotli: boolean },
): Promise<PageBytes> {
  const { metrics, config } = context.services;
  metrics.pages.inc();
  const say = content.say ?? messageLeft(context);
  const fresh = { nonce, token: issueToken(context), request: waitingRequest(context) };
  const state = (fresh: Fresh) => pageState(context, content, fresh, say);
  const draw = async (state: PageState, { nonce }: Fresh): Promise<string> => {
    metrics.pagesDrawn.inc();
    const rendered = await renderer.render(state, nonce);
    return pageDocument({
      state,
      title: titleOf(context.t, rendered.heading, context.partner.partnerName, content.problems),
      icon: iconPath(context.partner),
      rendered,
      scripts: renderer.scripts(rendered.modules),
      preamble: renderer.preamble.replaceAll("{nonce}", nonce),
      nonce,
    });
  };
  // Who has proven something here may be shown a key or codes; in development the renderer changes as well.
  const isBegun = context.cookies.names(cookieNames.attempt).length > 0;
  if (isBegun || renderer.development) return { bytes: Buffer.from(await draw(await state(fresh), fresh)) };
  // Read first: a page with the words of a newer configuration is never asked for under the name of an older one.
  return cache.page({ fresh, config: config().hash, brotli, state, draw });
}

/** The application's request that the page leads back to, if a mark of this length is like nothing else in a page. */
function waitingRequest({ target }: CallContext): string {
  const mark = ownPartOfUid(target.request?.uid ?? "");
  return mark.length >= 16 && mark.length <= 64 ? mark : "";
}

/** `form-action 'self'` refuses a redirect of a post to another origin, so a small page leads on (decisions 19). */
function leavingPage(context: CallContext, url: string, nonce: string): string {
  const { t } = context;
  const link = { href: url, label: t("shell.leaving.link") };
  const texts = { title: t("shell.leaving.title"), text: t("shell.leaving.text") };
  return plainPage(context, { ...texts, link, refresh: true, nonce });
}

async function sendHtml(page: PageBytes, brotli: boolean, reply: FastifyReply): Promise<FastifyReply> {
  reply.type("text/html; charset=utf-8").header("vary", "accept-encoding");
  if (!brotli) return reply.send(page.bytes);
  reply.header("content-encoding", "br");
  return reply.send(page.encoding === "br" ? page.bytes : await compress(page.bytes, onTheFly));
}
