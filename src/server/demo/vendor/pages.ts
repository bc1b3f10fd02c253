import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Html, html } from "../../html.ts";
import { style } from "../application/style.ts";
import type { VendorPerson } from "./people.ts";

/** Who is it? One button for each person, and one to say no. */
export function choicePage(people: readonly VendorPerson[]): Html {
  return html`<h1>Sign in at Contoso</h1>
    <p>Vestibule asks who you are. Choose somebody; a real provider would ask for a password.</p>
    <form method="post"><div class="card">${people.map(personRow)}</div>
    <div class="actions"><button class="button quiet" name="refuse" value="yes">Refuse</button></div></form>`;
}

/** The employee portal: invites people to link their accounts. */
export function portalPage(
  people: readonly VendorPerson[],
  sent?: { person: VendorPerson; link: string },
): Html {
  return html`<h1>Contoso employee portal</h1>
    ${sent && html`<div class="card" role="status"><p>An invitation was mailed to ${sent.person.email}. <a href="${sent.link}">Open it</a></p></div>`}
    <p>Contoso vouches for these people at Vestibule. An invitation links an account there without asking Contoso first.</p>
    <form method="post" action="/invite"><div class="card">${people.filter(({ account }) => account !== undefined).map(inviteRow)}</div></form>`;
}

/** Something that cannot be shown. */
export function nothingPage(text: string): Html {
  return html`<h1>Nothing here</h1><p>${text}</p>`;
}

/** Is the person done here too? `form` is the library's, without a button. */
export function signOutPage(form: string): Html {
  return html`<h1>Sign out of Contoso</h1><p>Vestibule says that you want to sign out here too.</p>${new Html(form)}
    <div class="actions"><button class="button" form="op.logoutForm" name="logout" value="yes">Sign out</button>
    <button class="button quiet" form="op.logoutForm">Stay signed in</button></div>`;
}

/** Somebody signed out who came from nowhere. */
export function signedOutPage(): Html {
  return html`<h1>You are signed out of Contoso</h1>`;
}

/** Sends a page. */
export function sendPage(response: ServerResponse, main: Html, status = 200): void {
  const { headers, body } = pageOf(main);
  response.writeHead(status, headers).end(body);
}

/** A page as it is sent. No `form-action`: browsers would hold every redirect on the way back to the application to it. */
export function pageOf(main: Html): { headers: Record<string, string>; body: string } {
  const nonce = randomBytes(16).toString("base64url");
  const { markup } = html`<html lang="en-GB"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
    <title>Contoso</title><link rel="icon" href="data:,"></head><body>
    <header><strong><a href="/">Contoso</a></strong></header><main>${main}</main></body></html>`;
  const accent =
    ":root{--accent:#5b2a86}@media(prefers-color-scheme:dark){:root{--accent:#c9a2ee;--on-accent:#230a3a}}";
  const styled = markup.replace("</head>", () => `<style nonce="${nonce}">${style}${accent}</style></head>`);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  };
  return { headers, body: `<!doctype html>${styled}` };
}

function personRow({ sub, name, situation }: VendorPerson): Html {
  return html`<p><button class="button" name="person" value="${sub}">Continue as ${name}</button><br><span class="soft">${situation}</span></p>`;
}

function inviteRow({ sub, name, situation }: VendorPerson): Html {
  return html`<p><button class="button quiet" name="person" value="${sub}">Invite ${name}</button><br><span class="soft">${situation}</span></p>`;
}
