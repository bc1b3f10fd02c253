import { describe, expect, it } from "vitest";
import { anna, loginView, samplePageState, samplePartner } from "../../tests/support/sample-page-state.ts";
import type { PageState } from "../shared/page-state.ts";
import { render } from "./entry-server.tsx";

const customers = [
  { id: "c1", name: "Alder & Sons", number: "1001", lastUsedAt: 1_760_000_000_000 },
  { id: "c2", name: "<script>", number: "1002", lastUsedAt: null },
];
const logoutView = {
  logoutId: null,
  prompt: true,
  signedIn: true,
  client: { name: "Demo Payroll" },
  upstream: null,
  postLogoutRedirectUri: "https://app.example/",
  reason: "inactivity",
};
const errorView = {
  errorId: "e1",
  code: "unknownClient",
  client: { name: "Demo Payroll" },
  retryUrl: "/account/login",
  homeUrl: "https://app.example/",
  supportCode: "AB12",
  details: null,
};

const pages: Record<string, Partial<PageState>> = {
  home: { screen: "home", view: { isAuthenticated: false } },
  login: { screen: "login", returnUrl: "/connect/authorize/1", view: { ...loginView, cancelAllowed: true } },
  select: {
    screen: "select",
    user: anna,
    query: { page: "2", cid: "7" },
    view: { required: true, total: 12, current: customers[0], requested: null, recent: [] },
    list: { items: customers, page: 2, size: 5, total: 12, totalIsExact: true, filter: "" },
  },
  logout: { screen: "logout", user: anna, view: logoutView },
  loggedOut: { screen: "loggedOut", view: logoutView },
  error: { screen: "error", view: errorView },
  devops: { screen: "devops", view: { status: "degraded", version: "1.2.3" } },
  recover: { screen: "recover", view: loginView },
  unmatched: { screen: "unmatched", view: {} },
};

const html = async (change: Partial<PageState>) => (await render(samplePageState(change), "n0nce")).body;

describe.each(Object.entries(pages))("the page of %s", (_name, change) => {
  it("has one heading, and nothing that the content security policy forbids", async () => {
    const { heading, head, body } = await render(samplePageState(change), "n0nce");
    expect(body.match(/<h1[^>]*>[^<]*/g)).toEqual([expect.stringMatching(new RegExp(`>${heading}$`))]);
    expect(body).not.toMatch(/\sstyle=|<script|<style|\son\w+=|javascript:/);
    expect(head.match(/<style/g)?.length).toBe(head.match(/ nonce="n0nce"/g)?.length);
    expect(head.replace(/<style[^>]*>[^<]*<\/style>/g, "")).toBe("");
  });

  it("declares every variable that its styles read", async () => {
    const { head } = await render(samplePageState(change), "n0nce");
    const names = (pattern: RegExp) => [...new Set([...head.matchAll(pattern)].map(([, name]) => name))];
    expect(names(/(--v-[\w-]+):/g)).toEqual(expect.arrayContaining(names(/var\((--v-[\w-]+)/g)));
  });

  it("shows no text key and no missing text", async () => {
    const body = await html(change);
    expect(body).not.toMatch(/>(shell|screens|panels|forms|problems|messages)\.[a-zA-Z.]+</);
    expect(body).not.toMatch(/<(a|button|h1|h2|option|label)[^>]*><\/\1>/);
  });
});

/** Attributes of the first element of a kind that has all of these. */
function has(body: string, element: string, ...attributes: string[]): boolean {
  const tags = body.match(new RegExp(`<${element}[^>]*>`, "g")) ?? [];
  return tags.some((tag) => attributes.every((attribute) => tag.includes(attribute)));
}

it("posts a form natively to its own address, with token, names and submit buttons", async () => {
  const body = await html(pages.login ?? {});
  const action = 'action="/account/login?returnUrl=%2Fconnect%2Fauthorize%2F1"';
  expect(has(body, "form", 'id="login"', 'method="post"', action)).toBe(true);
  expect(has(body, "input", 'type="hidden"', 'name="__token"', 'value="page-token"')).toBe(true);
  for (const name of ["username", "password", "rememberLogin"])
    expect(has(body, "input", `name="${name}"`)).toBe(true);
  expect(body).toMatch(/<button[^>]* type="submit"[^>]*>Sign in<\/button>/);
  expect(has(body, "button", 'type="submit"', 'name="__action"', 'value="cancel"', "formNoValidate")).toBe(
    true,
  );
});

it("asks for the language of a mailed link by every link and form to a page", async () => {
  const query = { ui_locales: "de" };
  const body = `${await html({ ...pages.login, query })}${await html({ ...pages.logout, query })}`;
  const pageAddresses = [...body.matchAll(/ (?:href|action)="(\/[^"]*)"/g)].map(
    ([, address = ""]) => address,
  );
  expect(pageAddresses.length).toBeGreaterThan(4);
  expect(pageAddresses.filter((address) => !address.includes("ui_locales=de"))).toEqual([]);
});

it("puts the screen's own form first", async () => {
  expect(/<form[^>]*id="([^"]*)"/.exec(await html(pages.login ?? {}))?.[1]).toBe("login");
});

it("lets a customer be chosen, filtered and paged without script", async () => {
  const body = await html(pages.select ?? {});
  expect(has(body, "button", 'type="submit"', 'name="customerId"', 'value="c1"')).toBe(true);
  expect(body).toContain("/account/select?page=3&amp;cid=7");
  expect(body).toContain("/account/select?cid=7");
  expect(has(body, "form", 'role="search"', 'action="/account/select"')).toBe(true);
  expect(body).toContain("&lt;script&gt;");
});

it("keeps a Latin name whole on a page that is written from right to left", async () => {
  const body = await html({ ...pages.select, language: "ar", direction: "rtl" });
  expect(body).toContain("<bdi>Alder &amp; Sons</bdi>");
});

it("keeps the place of a page link that leads nowhere, so that the focus stays", async () => {
  const list = { items: customers, page: 3, size: 5, total: 12, totalIsExact: true, filter: "" };
  const body = await html({ ...pages.select, list });
  const [previous = "", next = ""] =
    /<nav aria-label="Pages">.*?<\/nav>/.exec(body)?.[0].match(/<a[^>]*>/g) ?? [];
  expect(previous).toContain('href="/account/select?page=2&amp;cid=7"');
  expect(next).not.toContain("href");
  expect(next).toContain('aria-disabled="true" tabindex="-1"');
});

it("leads from a page behind the last one to the first", async () => {
  const list = { items: [], page: 9, size: 5, total: 12, totalIsExact: true, filter: "" };
  const body = await html({ ...pages.select, query: { page: "9" }, list });
  expect(body).toContain("The list ends before this page.");
  expect(body).toMatch(/<a href="\/account\/select"[^>]*>To the first page</);
  expect(body).not.toContain("Page 9 of");
});

it("tells a signed-in person on the home page who is signed in, and for which customer", async () => {
  const customer = { id: "c1", name: "Alder & Sons", number: "1", lastUsedAt: null };
  const user = { ...anna, customer, hasCustomerChoice: true };
  const body = await html({
    screen: "home",
    user,
    view: { items: [{ name: "Payroll", startUrl: "https://payroll.example/" }] },
  });
  for (const words of [
    "You are signed in.",
    "Anna Berger",
    "You work for Alder &amp; Sons",
    "Choose a customer",
    'href="https://payroll.example/"',
  ])
    expect(body).toContain(words);
  expect(body).not.toContain("This is where you sign in");
});

it("shows what support needs of an error whole and from left to right", async () => {
  const details = "redirect_uri did not match";
  const body = await html({ screen: "error", view: { ...errorView, details }, direction: "rtl" });
  expect(body).toMatch(/<pre dir="ltr"[^>]*>redirect_uri did not match</);
});

it("leads back to the application from the logged-out page, and says why", async () => {
  const body = await html(pages.loggedOut ?? {});
  expect(body).toMatch(/<a[^>]* href="https:\/\/app\.example\/"[^>]*>Back to Demo Payroll</);
  expect(body).toContain("You have been logged out due to inactivity.");
  const postLogoutRedirectUri = "com.example.payroll:/signed-out";
  const ofDevice = await html({ ...pages.loggedOut, view: { ...logoutView, postLogoutRedirectUri } });
  expect(ofDevice).toContain(`href="${postLogoutRedirectUri}"`);
});

it("shows the languages only where the partner wants them", async () => {
  const partner = { ...samplePartner, behaviour: { ...samplePartner.behaviour, showLanguageOption: false } };
  expect(await html({})).toContain('name="__language"');
  expect(await html({ partner })).not.toContain('name="__language"');
});

it("says where a code went, and only of an account that may not exist that perhaps none did", async () => {
  const delivery = { destination: "new@example.test", reference: "K7QF", expiresAt: 0, resendAfter: 0 };
  const contact = { step: "code", email: null, newEmail: "new@example.test", canKeep: false, delivery };
  const sent = await html({ screen: "contact", user: anna, view: contact });
  expect(sent).toContain("We sent an email with a code to");
  expect(sent).not.toContain("If there is an account");
  const view = { step: "token", username: "anna", delivery: { ...delivery, destination: null } };
  expect(await html({ screen: "loginOtt", view })).toContain(
    "If there is an account with the user name anna",
  );
});

it("mirrors the styles of a language that is written from right to left", async () => {
  const { head } = await render(samplePageState({ language: "he", direction: "rtl" }), "n");
  expect(head).toContain('data-emotion="vr ');
});

it("gives no page of one person to another", async () => {
  await html({ user: anna, screen: "home", view: { items: [] } });
  expect(await html({ screen: "home", view: { items: [] } })).not.toContain("Anna");
});

it("names the modules that the browser needs for the screen", async () => {
  const { modules } = await render(samplePageState(), "n");
  expect(modules).toEqual(["screens/form.tsx", "virtual:form/login"]);
  expect((await render(samplePageState(pages.error), "n")).modules).toContain("panels/error.tsx");
});

describe("the partner's footer", () => {
  const legal = {
    privacyUrl: 'https://northwind.example/privacy?a="&b',
    imprintUrl: "https://northwind.example/imprint",
  };
  const footer = async (change: Partial<PageState>) =>
    /<footer.*<\/footer>/.exec(await html(change))?.[0].replaceAll(/ class="[^"]*"|<!-- -->/g, "");
  const hint = "<span> (opens in a new tab)</span>";
  const privacy = `<a href="https://northwind.example/privacy?a=&quot;&amp;b" target="_blank" rel="noopener">Privacy notice${hint}</a>`;
  const imprint = `<a href="https://northwind.example/imprint" target="_blank" rel="noopener">Legal notice${hint}</a>`;

  it.each(Object.entries(pages))("stands on the page of %s, and opens beside it", async (_name, change) => {
    const partner = { ...samplePartner, ...legal };
    expect(await footer({ ...change, partner })).toBe(`<footer>${privacy}${imprint}</footer>`);
  });

  it("has what the partner has", async () => {
    const { imprintUrl } = legal;
    expect(await footer({ partner: { ...samplePartner, imprintUrl } })).toBe(`<footer>${imprint}</footer>`);
    const { head, body } = await render(samplePageState(), "n0nce");
    expect(`${head}${body}`).not.toMatch(/footer|#root|sticky/);
  });
});
