import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import * as oidc from "openid-client";
import { html } from "../../html.ts";
import { clockPath } from "../clock.ts";
import { personas } from "../personas.ts";
import { readBody } from "../read-body.ts";
import { appCode, appCodes } from "./authenticator.ts";
import { Outbox, plainMessage } from "./outbox.ts";
import {
  authenticatorPage,
  claimsPage,
  clockPage,
  mailSandbox,
  outboxPage,
  type Page,
  problemPage,
  signedOutPage,
  startPage,
} from "./pages.ts";
import { RelyingParty, type RelyingPartyOptions, type SignInWishes } from "./relying-party.ts";
import { browserName, type PayrollSession, type PendingSignIn, Recent } from "./sessions.ts";
import { style } from "./style.ts";

/** Of our own: the sign-in service has cookies on the same host (decisions 29). By http, where Safari keeps no secure ones. */
const cookieName = "payroll-browser";
// Room for a mail with the largest logo, a third longer in letters (`src/config/read/image-uses.ts`).
const bodyLimit = 262_144;
const wishNames = ["login_hint", "prompt", "max_age", "ui_locales", "tenant", "idp", "offline"] as const;

/** The application itself, and as two partners' customers see it; the names stand in `clients.config.json`. */
const clientIds = ["payroll", "payroll-northwind", "payroll-qamar"];

/** One request, as the routes see it. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  /** Name of the browser by its cookie. */
  browser: string | undefined;
}

type Route = (visit: Visit) => void | Promise<void>;

/** The demo's payroll application: a server-rendered relying party with nothing of Vestibule's in its hands. */
export function payroll(options: Omit<RelyingPartyOptions, "clientId">): RequestListener {
  const relyingParties = new Map(
    clientIds.map((clientId) => [clientId, new RelyingParty({ ...options, clientId })]),
  );
  const relyingPartyOf = (clientId: string) => {
    const found = relyingParties.get(clientId);
    if (found === undefined) throw new Error("no such client");
    return found;
  };
  const outbox = new Outbox();
  const sessions = new Recent<PayrollSession>(1000);
  const pending = new Recent<PendingSignIn>(1000);

  const send = ({ response }: Visit, page: Page) => sendPage(response, page, options.issuer);

  /** Seconds by which the sign-in service believes to be ahead; `wanted` moves it. */
  const secondsAhead = async (wanted?: number): Promise<number> => {
    const body = JSON.stringify({ ahead: wanted });
    const headers = { "content-type": "application/json" };
    const move = wanted === undefined ? {} : { method: "POST", headers, body };
    const answer = await fetch(new URL(clockPath, options.issuer), move);
    if (!answer.ok) throw new Error(`the clock answered ${answer.status}`);
    const { ahead } = (await answer.json()) as { ahead: number };
    return ahead;
  };
  const timeThere = async () => Date.now() + (await secondsAhead()) * 1000;
  const moveClock: Route = async ({ request, response }) => {
    const by = Number(new URLSearchParams(await readBody(request, bodyLimit)).get("by"));
    await secondsAhead(by === 0 ? 0 : (await secondsAhead()) + by);
    redirect(response, "/clock");
  };

  const signIn: Route = async (visit) => {
    const wishes: SignInWishes = {};
    for (const name of wishNames) {
      const value = visit.query.get(name);
      if (value !== null) wishes[name] = value;
    }
    const browser = visit.browser ?? browserName();
    const begun = await relyingPartyOf(clientOf(visit)).begin(wishes, browser);
    pending.set(begun.state, begun.pending);
    if (visit.browser === undefined) {
      visit.response.setHeader("set-cookie", `${cookieName}=${browser}; Path=/; HttpOnly; SameSite=Lax`);
    }
    redirect(visit.response, begun.url.href);
  };

  const callback: Route = async (visit) => {
    const state = visit.query.get("state") ?? undefined;
    const begun = pending.get(state);
    if (state === undefined || begun === undefined || begun.browser !== visit.browser) {
      // Back, reload or a bookmark of what is done already: nothing is taken from the answer, and nobody is stranded.
      if (sessions.get(visit.browser) !== undefined) return redirect(visit.response, "/claims");
      return send(visit, problemPage(...problems.unknown, "state"));
    }
    pending.take(state);
    try {
      sessions.set(begun.browser, await relyingPartyOf(begun.clientId).complete(visit.query, state, begun));
    } catch (error) {
      if (error instanceof oidc.AuthorizationResponseError) return send(visit, refusal(error.error));
      throw error;
    }
    redirect(visit.response, "/claims");
  };

  const signOut: Route = async (visit) => {
    const session = sessions.get(visit.browser);
    if (session === undefined) return redirect(visit.response, "/");
    const url = await relyingPartyOf(session.clientId).signOutUrl(session);
    sessions.take(visit.browser);
    redirect(visit.response, url.href);
  };

  const backChannelLogout: Route = async (visit) => {
    const { request, response } = visit;
    response.setHeader("cache-control", "no-store");
    try {
      const token = new URLSearchParams(await readBody(request, bodyLimit)).get("logout_token") ?? "";
      const { sub, sid } = await relyingPartyOf(clientOf(visit)).readLogoutToken(token);
      sessions.deleteWhere(({ claims }) => (sid === undefined ? claims.sub === sub : claims.sid === sid));
      response.writeHead(204).end();
    } catch {
      sendJson(response, { error: "invalid_request" }, 400);
    }
  };

  const takeMessage: Route = async ({ request, response }) => {
    // From a process of the demo, never from a page that a browser shows.
    const isOurs = request.headers["content-type"] === "application/json" && !request.headers.origin;
    const taken = isOurs && outbox.add(JSON.parse(await readBody(request, bodyLimit)), Date.now());
    response.writeHead(taken ? 204 : 400).end();
  };

  const routes: Record<string, Route> = {
    "GET /": (visit) => send(visit, startPage(personas, sessions.get(visit.browser))),
    "GET /sign-in": signIn,
    "GET /callback": callback,
    "GET /claims": (visit) => {
      const session = sessions.get(visit.browser);
      return session === undefined ? redirect(visit.response, "/") : send(visit, claimsPage(session));
    },
    "POST /sign-out": signOut,
    "GET /signed-out": (visit) => send(visit, signedOutPage()),
    "POST /backchannel-logout": backChannelLogout,
    "GET /personas.json": ({ response }) => sendJson(response, personas.map(publicPersona)),
    "GET /clock": async (visit) => send(visit, clockPage(Date.now(), await secondsAhead())),
    "POST /clock": moveClock,
    "GET /authenticator": async (visit) =>
      send(visit, authenticatorPage(appCodes(personas, await timeThere()))),
    "GET /authenticator.json": async ({ response, query }) => {
      const found = personas.find(({ id, username }) => [id, username].includes(query.get("user") ?? ""));
      const code = found && appCode(found, await timeThere());
      if (code === undefined) sendJson(response, { error: "no_authenticator" }, 404);
      else sendJson(response, code);
    },
    "GET /outbox": (visit) => send(visit, outboxPage(outbox.list())),
    "GET /outbox/mail": (visit) => {
      const mail = outbox.find(visit.query.get("id"))?.html;
      if (mail === undefined) send(visit, problemPage(...problems.notFound, "404", 404));
      else sendMail(visit.response, mail);
    },
    "GET /outbox.json": ({ response }) => sendJson(response, outbox.list().map(plainMessage)),
    "POST /outbox": takeMessage,
  };

  return async (request, response) => {
    const url = new URL(request.url ?? "/", options.origin);
    const visit = { request, response, query: url.searchParams, browser: cookieOf(request) };
    try {
      const route = routes[`${request.method} ${url.pathname}`];
      if (route === undefined) send(visit, problemPage(...problems.notFound, "404", 404));
      else await route(visit);
    } catch (error) {
      console.error("payroll:", error instanceof Error ? error.message : error);
      if (!response.headersSent) send(visit, problemPage(...problems.unavailable, "no answer", 502));
    }
  };
}

type Texts = [title: string, text: string];

const problems = {
  unknown: [
    "This sign-in cannot be finished here",
    "It was begun in another browser, was finished already, or this application was restarted since.",
  ],
  notFound: ["There is nothing here", "The address does not exist in this application."],
  unavailable: ["The sign-in service did not answer", "Please try again in a moment."],
} satisfies Record<string, Texts>;

const refusals: Record<string, Texts> = {
  access_denied: ["You cancelled the sign-in", "Nothing has happened; you can begin again at any time."],
  login_required: ["Nobody is signed in", "Without a page the sign-in service cannot know who you are."],
  interaction_required: ["A question is open", "The sign-in service has to ask you something first."],
};

function refusal(code: string): Page {
  const texts = refusals[code] ?? ["The sign-in did not work", "The sign-in service refused the request."];
  return problemPage(...texts, code, 200);
}

function publicPersona(persona: (typeof personas)[number]) {
  const { id, situation, username, password, phone, email, hint, recoveryCodes } = persona;
  const totpSecret = persona.authenticatorLost ? undefined : persona.authenticatorKey;
  const more = { totpSecret, phone, hint, recoveryCodes };
  return { id, situation, username, password, email, ...more };
}

function clientOf({ query }: Visit): string {
  return query.get("client") ?? "payroll";
}

function cookieOf(request: IncomingMessage): string | undefined {
  const cookies = (request.headers.cookie ?? "").split("; ");
  return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify(value));
}

/** A mail as it was sent. Its styles stand in its elements; it runs nothing, loads nothing and is nobody's origin. */
function sendMail(response: ServerResponse, mail: string): void {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox ${mailSandbox}`,
  });
  response.end(mail);
}

function sendPage(
  response: ServerResponse,
  { title, status = 200, main, refresh }: Page,
  issuer: string,
): void {
  const nonce = randomBytes(16).toString("base64url");
  const { markup } = html`<html lang="en-GB"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
    <title>${title}</title><link rel="icon" href="data:,"></head><body>
    <header><strong><a href="/">Payroll</a></strong>
    <nav aria-label="Demo"><a href="/claims">Your claims</a><a href="/outbox">Outbox</a><a href="/authenticator">Authenticator</a><a href="/clock">Clock</a><a href="${issuer}">Vestibule</a></nav></header>
    <main>${main}</main></body></html>`;
  const styled = markup.replace("</head>", () => `<style nonce="${nonce}">${style}</style></head>`);
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    ...(refresh === undefined ? {} : { refresh: String(refresh) }),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    // Signing out is a form that ends at the sign-in service, and browsers hold redirects to this rule too.
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; frame-src 'self'; form-action 'self' ${issuer}; base-uri 'none'; frame-ancestors 'none'`,
  });
  response.end(`<!doctype html>${styled}`);
}
