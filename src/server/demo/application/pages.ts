import type { IDToken, UserInfoResponse } from "openid-client";
import { type Html, html } from "../../html.ts";
import type { Persona } from "../personas.ts";
import type { AppCode } from "./authenticator.ts";
import type { KeptMessage } from "./outbox.ts";
import type { PayrollSession } from "./sessions.ts";

/** A page of the payroll application, without its frame. */
export interface Page {
  title: string;
  status?: number;
  /** Seconds until the page is out of date and fetched anew. */
  refresh?: number;
  main: Html;
}

/** Who is signed in, and everybody whom one can sign in as. */
export function startPage(personas: readonly Persona[], session: PayrollSession | undefined): Page {
  return {
    title: "Payroll",
    main: html`<h1>Payroll</h1>
      <p>A small application that knows nobody itself. It sends people to Vestibule and gets back who they are.</p>
      ${session === undefined ? signInCard() : signedInCard(session)}
      <h2>Sign in as</h2>
      ${personaTable(personas)}`,
  };
}

/** What the application received about a person; tokens themselves are never shown. */
export function claimsPage(session: PayrollSession): Page {
  const { claims, userInfo } = session;
  return {
    title: "Your claims",
    main: html`<h1>Signed in as ${displayName(session)}</h1>
      <div class="card">
        ${customerText(userInfo)}
        <div class="actions">${signOutButton()} <a class="button quiet" href="/">Start page</a></div>
      </div>
      <h2>ID token</h2>
      ${factTable(claims)}
      <h2>User information</h2>
      ${factTable(userInfo)}
      <h2>Tokens</h2>
      ${factTable(lifetimes(session, claims))}
      <h2>Try</h2>
      ${tryLinks(session)}`,
  };
}

/** After the sign-out came back from Vestibule. */
export function signedOutPage(): Page {
  return {
    title: "Signed out",
    main: html`<h1>You are signed out</h1>
      <p>Here and at Vestibule. Applications that listen have been told.</p>
      <div class="actions"><a class="button" href="/sign-in">Sign in</a> <a class="button quiet" href="/">Start page</a></div>`,
  };
}

/** Something did not work; says so kindly and offers to try again. */
export function problemPage(title: string, text: string, code: string, status = 400): Page {
  return {
    title,
    status,
    main: html`<h1>${title}</h1>
      <div class="card warn"><p>${text}</p><p class="soft">Answer of the sign-in service: <code>${code}</code></p></div>
      <div class="actions"><a class="button" href="/sign-in">Try again</a> <a class="button quiet" href="/">Start page</a></div>`,
  };
}

/** Mails and text messages that Vestibule sent, newest first. */
export function outboxPage(messages: readonly KeptMessage[]): Page {
  return {
    title: "Outbox",
    main: html`<h1>Outbox</h1>
      <p>Mails and text messages of this demo arrive here, and nowhere else.</p>
      ${messages.length === 0 ? html`<p class="card soft">Nothing has been sent yet.</p>` : messages.map(messageCard)}`,
  };
}

/** A message; a mail as mail programs show it, and for those that show none its text. */
function messageCard(message: KeptMessage): Html {
  const { id, at, channel, to, subject, text, language = "" } = message;
  const plain = html`<p class="message" lang="${language}" dir="auto">${linked(text)}</p>`;
  return html`<article class="card">
    <p class="soft">${channel === "mail" ? "Mail" : "Text message"} to ${to} · <time datetime="${new Date(at).toISOString()}">${new Date(at).toLocaleString("en-GB")}</time></p>
    ${subject && html`<h2 lang="${language}" dir="auto">${subject}</h2>`}
    ${message.html === undefined ? plain : html`<iframe class="mail" title="${subject}" lang="${language}" sandbox="${mailSandbox}" loading="lazy" src="/outbox/mail?${new URLSearchParams({ id }).toString()}"></iframe><details><summary>As plain text</summary>${plain}</details>`}</article>`;
}

/** What a mail may do in the frame that shows it: open links in windows of their own. */
export const mailSandbox = "allow-popups allow-popups-to-escape-sandbox";

/** A text whose web addresses can be followed, as mail programs show it. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s>]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** The authenticator apps of the demo's users: who has no telephone at hand walks their situations too. */
export function authenticatorPage(codes: readonly AppCode[]): Page {
  const rows = codes.map(
    ({ username, code, key }) => html`<article class="card"><h2><code>${username}</code></h2>
      <p><strong class="code">${code.slice(0, 3)} ${code.slice(3)}</strong></p>
      <p class="soft">Key for an app of your own: <code>${key}</code></p></article>`,
  );
  const refresh = Math.min(...codes.map(({ secondsLeft }) => secondsLeft));
  return {
    title: "Authenticator",
    refresh,
    main: html`<h1>Authenticator</h1>
      <p>What the authenticator apps of this demo’s users show now. The page follows by itself.</p>
      ${rows}`,
  };
}

/**
 * What time the sign-in service believes it is, `ahead` seconds beyond `now`, and the ways to another: what time brings need not be
 * waited for.
 */
export function clockPage(now: number, ahead: number): Page {
  const time = new Date(now + ahead * 1000);
  const button = (by: number, text: string) =>
    html`<form method="post" action="/clock"><input type="hidden" name="by" value="${by}"><button class="button quiet">${text}</button></form>`;
  const minute = 60;
  const hour = 60 * minute;
  const day = 24 * hour;
  return {
    title: "Clock",
    main: html`<h1>Clock</h1>
      <div class="card"><p>Vestibule believes that it is <strong><time datetime="${time.toISOString()}">${time.toLocaleString("en-GB")}</time></strong>${ahead === 0 ? ", as it is." : "."}</p>
        <div class="actions">${button(minute, "A minute on")} ${button(10 * minute, "Ten minutes on")} ${button(hour, "An hour on")} ${button(day, "A day on")} ${button(30 * day, "Thirty days on")}</div>
        ${ahead > 0 && html`<div class="actions">${button(0, "Back to now")}</div>`}</div>
      <p>So links, codes and sessions run out, locks end and passwords grow old without anybody waiting. The authenticator apps here follow; one of your own does not.
        What runs in a page, such as the seconds until another code can be sent, goes by the clock of the browser: load it again.</p>`,
  };
}

function signInCard(): Html {
  return html`<div class="card"><p>Nobody is signed in.</p>
    <div class="actions"><a class="button" href="/sign-in">Sign in</a>
    <a class="button quiet" href="/sign-in?client=payroll-northwind">Sign in at Northwind</a>
    <a class="button quiet" href="/sign-in?client=payroll-qamar">Sign in at Qamar</a>
    <a class="button quiet" href="/sign-in?idp=contoso">Sign in with Contoso alone (acr_values)</a>
    <a class="button quiet" href="/sign-in?prompt=none">Sign in without a page (prompt=none)</a></div></div>`;
}

function signedInCard(session: PayrollSession): Html {
  return html`<div class="card"><p>Signed in as <strong>${displayName(session)}</strong>.</p>${customerText(session.userInfo)}
    <div class="actions"><a class="button" href="/claims">Your claims</a> ${signOutButton()}</div></div>`;
}

function customerText(userInfo: UserInfoResponse): Html {
  const { customer_name: name, customer_number: number } = userInfo;
  if (typeof name !== "string") return html`<p class="soft">For no customer.</p>`;
  return html`<p>For <strong>${name}</strong> <span class="soft">(${String(number)})</span></p>`;
}

function signOutButton(): Html {
  return html`<form method="post" action="/sign-out"><button class="button quiet">Sign out</button></form>`;
}

function personaTable(personas: readonly Persona[]): Html {
  const rows = personas.map(
    ({
      situation,
      username,
      password,
      phone,
      hint,
      recoveryCodes = [],
    }) => html`<tr><td><a href="/sign-in?${new URLSearchParams({ login_hint: username, prompt: "login" }).toString()}">Sign in as ${username}</a></td>
      <td><code>${password}</code></td><td>${situation}${hints({ phone, hint, recoveryCodes })}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Users of this demo"><table>
    <thead><tr><th scope="col">Begin</th><th scope="col">Password</th><th scope="col">Situation</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

function hints({ phone, hint, recoveryCodes = [] }: Pick<Persona, "phone" | "hint" | "recoveryCodes">): Html {
  const lines = [hint, phone && `Telephone ${phone}`];
  return html`${lines.map((line) => line && html`<br><span class="soft">${line}</span>`)}
    ${recoveryCodes.map((code) => html`<br><span class="soft">Recovery code <code>${code}</code></span>`)}`;
}

function factTable(facts: Record<string, unknown>): Html {
  const rows = Object.entries(facts).map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${shown(name, value)}</code></td></tr>`,
  );
  return html`<div class="scroll"><table class="facts"><tbody>${rows}</tbody></table></div>`;
}

function lifetimes(session: PayrollSession, claims: IDToken): Record<string, unknown> {
  return {
    "ID token": `until ${instant(claims.exp)}`,
    "access token":
      session.accessExpiresAt === undefined
        ? "no end told"
        : `until ${instant(session.accessExpiresAt / 1000)}`,
    "refresh token": session.hasRefreshToken ? "yes, changes with every use" : "none asked for",
  };
}

function tryLinks({ userInfo }: PayrollSession): Html {
  const tries: [string, Record<string, string>][] = [
    ["Prove it again (prompt=login)", { prompt: "login" }],
    ["Without a page (prompt=none)", { prompt: "none" }],
    ["Not older than now (max_age=0)", { max_age: "0" }],
    ["In German (ui_locales=de)", { ui_locales: "de", prompt: "login" }],
    ["With a refresh token (offline_access)", { offline: "1" }],
  ];
  const { customer_id: customer } = userInfo;
  if (typeof customer === "string") tries.push(["For this customer (tenant)", { tenant: customer }]);
  const links = tries.map(
    ([label, query]) =>
      html`<a class="button quiet" href="/sign-in?${new URLSearchParams(query).toString()}">${label}</a>`,
  );
  return html`<div class="actions">${links}</div>`;
}

function displayName({ userInfo }: PayrollSession): string {
  return userInfo.name ?? userInfo.preferred_username ?? userInfo.sub;
}

const instants = new Set(["iat", "exp", "auth_time"]);

function shown(name: string, value: unknown): string {
  if (instants.has(name) && typeof value === "number") return `${value} (${instant(value)})`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
