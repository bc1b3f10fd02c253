// @vitest-environment jsdom
import { hydrateRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../../tests/support/jsdom-gaps.ts";
import { anna, samplePageState, visitor } from "../../tests/support/sample-page-state.ts";
import { translatePage } from "../../tests/support/translate-page.ts";
import { colourSchemeCookie } from "../shared/colour-scheme.ts";
import type { PageState } from "../shared/page-state.ts";
import { render } from "./entry-server.tsx";
import { prepare } from "./first-screen.tsx";
import { rememberColourScheme } from "./page/colour-scheme.ts";

interface Call {
  name: string;
  url: URL;
  body: unknown;
}

type Answer = (call: Call) => unknown;

const plainCatalogue = async (url: URL): Promise<unknown> => catalogue(url);

let calls: Call[];
let catalogues: (url: URL) => Promise<unknown>;
let answers: Record<string, Answer>;
let said: unknown[];
let close: () => void;

beforeEach(() => {
  calls = [];
  answers = {};
  catalogues = plainCatalogue;
  answers.User = () => visitor;
  said = [];
  close = () => undefined;
  for (const name of ["error", "warn"] as const) vi.spyOn(console, name).mockImplementation(hear);
  vi.stubGlobal("fetch", answerCall);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

// Server and browser do not share a process outside of tests.
function hear(message: unknown): void {
  if (!String(message).startsWith("Detected multiple renderers")) said.push(message);
}

afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  rememberColourScheme("auto");
});

async function answerCall(address: URL | string, init?: RequestInit): Promise<Response> {
  const url = new URL(address, location.origin);
  const name = url.pathname.startsWith("/catalogues") ? "texts" : (url.pathname.split("/").at(-1) ?? "");
  const call = { name, url, body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined };
  if (name === "texts") return Response.json(await catalogues(url));
  calls.push(call);
  const answer = (await Promise.race([answers[name]?.(call), aborted(init?.signal)])) ?? {};
  return answer instanceof Response ? answer : Response.json(answer);
}

/** Fails as `fetch` does when the call is given up. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** An answer that comes when the test says so. */
function withheld(answer: () => unknown) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: () => promise.then(answer), release: resolve };
}

function catalogue(url: URL): Record<string, string> {
  const { texts } = samplePageState();
  const isGerman = url.pathname.includes("/de.");
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, isGerman ? `DE ${text}` : text]),
  );
}

/** The page as the server answers it; `before` happens before its script arrives. */
async function open(change: Partial<PageState> = {}, path = "/account/login", before?: () => void) {
  history.replaceState(null, "", path);
  const state = samplePageState(change);
  const { body } = await render(state, "n");
  const root = document.createElement("div");
  root.innerHTML = body;
  document.body.append(root);
  before?.();
  await start(root, state);
  await expect.poll(() => document.querySelector("#toasts") !== null).toBe(true);
}

async function start(container: Element, state: PageState): Promise<void> {
  const takeOver = await prepare(state, undefined);
  const root = await takeOver(container, hydrateRoot);
  close = () => root.unmount();
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`main [name=${name}]`) ?? fail(name);
const heading = () => document.querySelector("h1")?.textContent;
const alertText = () => document.querySelector("main [role=alert]")?.textContent;
const press = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("main button, main a")]
    .find((element) => element.textContent === text)
    ?.click();

function fail(name: string): never {
  throw new Error(`no ${name} on the page`);
}

/** Types as a browser does, so that React hears of it. */
function type(name: string, text: string): void {
  const input = field(name);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function pressSignIn(): void {
  type("username", "anna");
  type("password", "x");
  press("Sign in");
}

describe("taking over the page", () => {
  it("changes nothing and says nothing, in any scheme and direction", async () => {
    const hebrew = { language: "he", direction: "rtl" as const, languages: [{ tag: "he", name: "עברית" }] };
    for (const change of [{}, hebrew, { scheme: "dark" as const }]) {
      const { body } = await render(samplePageState(change), "n");
      await open(change);
      for (const part of ["header", "main"])
        expect(document.querySelector(part)?.outerHTML).toBe(parse(body).querySelector(part)?.outerHTML);
      close();
      document.body.replaceChildren();
    }
    expect(said).toEqual([]);
  });

  it("keeps what was typed, and the focus, from before the script was there", async () => {
    let typed: HTMLInputElement | undefined;
    await open({}, "/account/login", () => {
      typed = field("username");
      typed.value = "anna";
      field("password").value = "secret";
      typed.focus();
    });
    await expect.poll(() => field("username").value).toBe("anna");
    expect(field("password").value).toBe("secret");
    expect(document.activeElement).toBe(typed);
    expect(said).toEqual([]);
  });

  const changedBy = {
    "a translator of the browser's": () => translatePage(),
    "a password manager": () => {
      for (const name of ["username", "password"]) field(name).after(document.createElement("div"));
    },
  };

  it.each(Object.entries(changedBy))(
    "keeps what was typed, and the focus, where %s has changed the page meanwhile",
    async (_who, changePage) => {
      const reported = vi.fn();
      addEventListener("error", reported);
      let typed: HTMLInputElement | undefined;
      await open({}, "/account/login", () => {
        typed = field("username");
        typed.value = "anna";
        field("password").value = "secret";
        field("rememberLogin").checked = true;
        typed.focus();
        typed.setSelectionRange(1, 2);
        changePage();
      });
      removeEventListener("error", reported);
      // React has drawn all of it anew, which is no error that an operator is to look at.
      expect(typed?.isConnected).toBe(false);
      expect(reported).not.toHaveBeenCalled();
      expect(said.splice(0)).toEqual([expect.stringContaining("drawn anew")]);
      expect(field("username").value).toBe("anna");
      expect(field("password").value).toBe("secret");
      expect(field("rememberLogin").checked).toBe(true);
      expect(document.activeElement).toBe(field("username"));
      expect([field("username").selectionStart, field("username").selectionEnd]).toEqual([1, 2]);
      press("Sign in");
      await expect
        .poll(() => calls.find(({ name }) => name === "Login")?.body)
        .toMatchObject({
          username: "anna",
          password: "secret",
          rememberLogin: true,
        });
    },
  );

  it("begins at the first field that is not filled in, which is read with the heading, or at this where a message came along", async () => {
    const begun = async (change: Partial<PageState>) => {
      const main = parse((await render(samplePageState(change), "n")).body);
      return [...main.querySelectorAll("[autofocus]")].map((field) => [
        field.id,
        main.querySelector(`#${field.getAttribute("aria-describedby")}`)?.textContent,
      ]);
    };
    expect(await begun({})).toEqual([["login_username", expect.stringContaining("Sign in")]]);
    expect(await begun({ values: { username: "anna" } })).toEqual([
      ["login_password", expect.stringContaining("Sign in")],
    ]);
    expect(await begun({ values: { username: "anna", password: "x" } })).toEqual([]);
    expect(await begun({ say: "messages.sessionTimeout" })).toEqual([
      ["screen-title", "Your session had timed out. Please try again."],
    ]);
  });

  it("begins at the first wrong field of a refused native post, or where that was refused in general at the words", async () => {
    // Every element of a browser knows the attribute; jsdom's do not.
    Object.defineProperty(HTMLElement.prototype, "autofocus", {
      configurable: true,
      get(this: HTMLElement) {
        return this.hasAttribute("autofocus");
      },
    });
    const missing = { password: [{ code: "validation.required" }] };
    const begunAt = (markup: string) =>
      markup.match(/<[^>]*autofocus[^>]*>/gi)?.map((tag) => / id="(.*?)"/.exec(tag)?.[1]);
    expect(begunAt((await render(samplePageState({ problems: missing }), "n")).body)).toEqual([
      "login_password",
    ]);
    const problems = { ...missing, "": [{ code: "problems.signInFailed" }] };
    const { body } = await render(samplePageState({ problems }), "n");
    expect(begunAt(body)).toEqual(["login-problems"]);
    await open({ problems });
    expect(said).toEqual([]);
    Reflect.deleteProperty(HTMLElement.prototype, "autofocus");
  });

  it("asks no call before something is pressed", async () => {
    await open();
    expect(calls).toEqual([]);
  });

  it("keeps a press that comes before the app, and sends it once", async () => {
    answers.Login = () => problem({ "": [{ code: "problems.signInFailed" }] });
    history.replaceState(null, "", "/account/login");
    const state = samplePageState();
    const root = document.createElement("div");
    root.innerHTML = (await render(state, "n")).body;
    document.body.append(root);
    field("username").value = "anna";
    field("password").value = "secret";
    await start(root, state);
    await expect.poll(() => reactKnows(field("username"))).toBe(true);
    press("Sign in");
    press("Sign in");
    await expect.poll(alertText).toMatch(/not right/);
    expect(calls.map(({ name }) => name)).toEqual(["Login"]);
  });
});

describe("sending", () => {
  it("shows what the server refused, keeps what was typed and can be sent again", async () => {
    answers.Login = () => problem({ "": [{ code: "problems.signInFailed" }] });
    await open();
    type("username", "anna");
    type("password", "wrong");
    press("Sign in");
    await expect.poll(alertText).toMatch(/not right/);
    expect(field("username").value).toBe("anna");
    expect(field("password").value).toBe("wrong");
    press("Sign in");
    await expect.poll(() => calls.filter(({ name }) => name === "Login")).toHaveLength(2);
  });

  it("says that there is no connection and keeps the form", async () => {
    answers.Login = () => {
      throw new TypeError("offline");
    };
    await open();
    pressSignIn();
    await expect.poll(alertText).toMatch(/No connection/);
    expect(field("username").value).toBe("anna");
  });

  it("runs a further button without asking for what the form wants", async () => {
    answers.Next = () => Response.json({ redirect: "/account/recover" }, { status: 209 as 200 });
    await open({ view: { ...samplePageState().view, cancelAllowed: true } });
    press("Cancel");
    await expect.poll(heading).toBe("Recover your password");
    expect(calls[0]).toMatchObject({ name: "Next", body: undefined });
    expect(calls[0]?.url.searchParams.get("button")).toBe("cancel");
  });

  it("goes where the outcome leads: user first, then the screen, its heading focused, its title set", async () => {
    answers.Login = () => ({ outcome: "customerChoiceRequired", state: "ticket" });
    answers.exchange = () => ({ token: "second" });
    answers.User = () => anna;
    answers.SelectCustomerView = () => ({
      required: true,
      total: 1,
      current: null,
      requested: null,
      recent: [],
    });
    answers.Customers = () => ({ items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" });
    await open({ returnUrl: "/connect/authorize/1" }, "/account/login?returnUrl=/connect/authorize/1");
    pressSignIn();
    await expect.poll(heading).toBe("Choose a customer");
    expect(calls.map(({ name }) => name)).toEqual([
      "Login",
      "exchange",
      "User",
      "SelectCustomerView",
      "Customers",
    ]);
    expect(location.pathname + location.search).toBe("/account/select?returnUrl=%2Fconnect%2Fauthorize%2F1");
    expect(document.activeElement).toBe(document.querySelector("h1"));
    expect(document.title).toBe("Choose a customer – Northwind Payroll");
    expect(document.querySelector<HTMLInputElement>("[name=__token]")?.value).toBe("second");
  });

  it("tells once on the sign-in page that the session had timed out", async () => {
    answers.Next = () => Response.json({ status: 400 }, { status: 400 });
    answers.Logout = answers.Next;
    answers.User = () => visitor;
    answers.LoginView = () => samplePageState().view;
    const view = { logoutId: null, stage: "confirm", prompt: true, client: null, upstream: null };
    await open(
      { screen: "logout", view: { ...view, postLogoutRedirectUri: null, reason: "signedOut" }, user: anna },
      "/account/logout",
    );
    press("Sign out");
    await expect.poll(heading).toBe("Sign in");
    expect(document.querySelector("main [role=status]")?.textContent).toBe(
      "Your session had timed out. Please try again.",
    );
    press("Forgot your password?");
    await expect.poll(heading).toBe("Recover your password");
    press("Back to sign-in");
    await expect.poll(heading).toBe("Sign in");
    expect(document.querySelector("main [role=status]")?.textContent).toBe("");
  });
});

describe("navigation", () => {
  it("follows links and the back button without a new page, the user fetched each time", async () => {
    answers.LoginView = () => samplePageState().view;
    answers.RecoverView = () => ({ username: null });
    await open();
    press("Forgot your password?");
    await expect.poll(heading).toBe("Recover your password");
    history.back();
    await expect.poll(heading).toBe("Sign in");
    expect(calls.map(({ name }) => name)).toEqual([
      "User",
      "RecoverView",
      "User",
      "LocalAllowed",
      "LoginView",
    ]);
  });

  it("adds nothing to the history by a link to where one is, as a browser does", async () => {
    answers.LoginView = () => samplePageState().view;
    await open();
    const depth = history.length;
    document.querySelector("main nav a")?.setAttribute("href", location.pathname);
    press("Forgot your password?");
    await expect.poll(() => calls.at(-1)?.name).toBe("LoginView");
    expect(history.length).toBe(depth);
  });

  it("gives the focus back to the menu whose link leads to where one is", async () => {
    answers = {
      User: () => anna,
      Applications: () => ({ items: [] }),
      SignIns: () => ({ items: [], refused: 0 }),
    };
    await open({ screen: "home", user: anna, view: { items: [] } }, "/");
    const menu = document.querySelector("header details");
    menu?.setAttribute("open", "");
    const link = menu?.querySelector<HTMLElement>("a[aria-current]") ?? fail("link");
    link.focus();
    link.click();
    await expect.poll(() => calls.map(({ name }) => name)).toContain("SignIns");
    await expect.poll(() => menu?.hasAttribute("open")).toBe(false);
    expect(document.activeElement).toBe(menu?.querySelector("summary"));
  });

  it("begins at the top when another screen comes, not before, and not where the same one stays", async () => {
    const scrolled = vi.fn();
    vi.stubGlobal("scrollTo", scrolled);
    answers.LoginView = () => samplePageState().view;
    const [late, later] = [withheld(() => visitor), withheld(() => visitor)];
    await open();
    answers.User = late.answer;
    const users = () => calls.filter(({ name }) => name === "User").length;
    press("Forgot your password?");
    await expect.poll(users).toBe(1);
    answers.User = later.answer;
    history.back();
    await expect.poll(users).toBe(2);
    later.release();
    await expect.poll(() => document.querySelector("[role=progressbar]")).toBeNull();
    expect(scrolled).not.toHaveBeenCalled();
    press("Forgot your password?");
    await expect.poll(heading).toBe("Recover your password");
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
  });

  it("follows a back button that was quicker than the app", async () => {
    history.replaceState(null, "", "/account/recover");
    await open({}, "/account/login", () => history.replaceState(null, "", "/account/recover"));
    await expect.poll(heading).toBe("Recover your password");
    expect(calls.map(({ name }) => name)).toEqual(["User", "RecoverView"]);
  });

  it("says so when a screen cannot be drawn, reports it, and tries again", async () => {
    const reported: string[] = [];
    const report = (event: ErrorEvent) => {
      event.preventDefault();
      reported.push(event.message);
    };
    addEventListener("error", report);
    answers.SystemStatus = () => ({ status: "unheard of" });
    await open();
    const link = document.querySelector("main nav a") ?? fail("link");
    link.setAttribute("href", "/devops");
    press("Forgot your password?");
    await expect.poll(alertText).toBe("This page could not be shown. Please try again.");
    expect(heading()).toBe("System status");
    expect(reported).toHaveLength(1);
    removeEventListener("error", report);
    answers.SystemStatus = () => ({ status: "up" });
    press("Try again");
    await expect.poll(() => document.querySelector("main section")?.textContent).toMatch(/All systems work/);
  });

  it("stands when the hash of an address is mistyped", async () => {
    await open();
    history.pushState(null, "", "#%E0%A4%A");
    dispatchEvent(new PopStateEvent("popstate"));
    await new Promise((resolve) => setTimeout(resolve));
    expect(heading()).toBe("Sign in");
    press("Forgot your password?");
    await expect.poll(heading).toBe("Recover your password");
  });

  it("says why a screen cannot be shown, and tries again", async () => {
    let isDown = true;
    answers.User = () => (isDown ? Response.json({ status: 503 }, { status: 503 }) : visitor);
    await open();
    press("Forgot your password?");
    await expect.poll(alertText).toMatch(/busy or being restarted/);
    isDown = false;
    press("Try again");
    await expect.poll(() => document.querySelector("main p")?.textContent).toMatch(/Tell us your user name/);
  });

  it("fetches the list as one types, replaces the address and leaves the input alone", async () => {
    const list = { items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" };
    const view = { required: true, total: 9, current: null, requested: null, recent: [] };
    answers.User = () => anna;
    answers.Customers = ({ url }) => ({ ...list, filter: url.searchParams.get("filter"), total: 3 });
    await open({ screen: "select", user: anna, view, list }, "/account/select");
    const depth = history.length;
    type("filter", "al");
    type("filter", "alder");
    const input = field("filter");
    await expect.poll(() => location.search).toBe("?filter=alder");
    await expect.poll(() => document.querySelector("main p[role=status]")?.textContent).toBe("3 customers");
    expect(calls.map(({ name }) => name)).toEqual(["User", "Customers"]);
    expect(field("filter")).toBe(input);
    expect(history.length).toBe(depth);
  });

  it("asks again for a filter that was given up for another page of the list", async () => {
    const customer = { id: "c1", name: "Alder", number: "1", lastUsedAt: null };
    const list = { items: [customer], page: 1, size: 5, total: 9, totalIsExact: true, filter: "" };
    const view = { required: true, total: 9, current: null, requested: null, recent: [] };
    const search = withheld(() => list);
    answers.User = () => anna;
    answers.Customers = ({ url }) => {
      const filter = url.searchParams.get("filter");
      return filter === null ? { ...list, page: Number(url.searchParams.get("page")) } : search.answer();
    };
    await open({ screen: "select", user: anna, view, list }, "/account/select");
    type("filter", "alder");
    await expect.poll(() => calls.some(({ url }) => url.searchParams.has("filter"))).toBe(true);
    document.querySelector<HTMLElement>('main nav a[title="Next page"]')?.click();
    await expect.poll(() => location.search).toBe("?page=2");
    await expect.poll(() => document.querySelector("main nav [role=status]")?.textContent).toMatch(/Page 2/);
    expect(field("filter").value).toBe("alder");
    field("filter").form?.requestSubmit();
    await expect.poll(() => location.search).toBe("?filter=alder");
    search.release();
  });

  it("keeps the number of customers for a page that was chosen, also while they are fetched", async () => {
    const customer = { id: "c1", name: "Alder", number: "1", lastUsedAt: null };
    const list = { items: [customer], page: 1, size: 5, total: 9, totalIsExact: true, filter: "" };
    const view = { required: true, total: 9, current: null, requested: null, recent: [] };
    const more = withheld(() => ({ ...list, size: 25 }));
    answers.User = () => anna;
    answers.SelectCustomerView = () => view;
    answers.Customers = more.answer;
    await open({ screen: "select", user: anna, view, list }, "/account/select");
    const size = () => document.querySelector<HTMLSelectElement>("main [name=size]")?.value;
    choose("main [name=size]", "25");
    await expect.poll(() => calls.at(-1)?.name).toBe("Customers");
    expect(size()).toBe("25");
    answers.Customers = () => list;
    history.back();
    await expect.poll(size).toBe("5");
  });
});

describe("what is under way", () => {
  const busy = () => document.querySelector("main form button[type=submit]")?.getAttribute("aria-busy");

  it("is given up when the person goes elsewhere: a late answer leads nobody away", async () => {
    const login = withheld(() => Response.json({ redirect: "/devops" }, { status: 209 as 200 }));
    answers.Login = login.answer;
    await open();
    pressSignIn();
    await expect.poll(() => calls.map(({ name }) => name)).toEqual(["Login"]);
    press("Forgot your password?");
    await expect.poll(heading).toBe("Recover your password");
    login.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(heading()).toBe("Recover your password");
    expect(location.pathname).toBe("/account/recover");
  });

  it("is given up by the back button while a screen is fetched", async () => {
    const late = withheld(() => Response.json({ status: 401 }, { status: 401 }));
    answers.LoginView = () => samplePageState().view;
    await open();
    answers.User = late.answer;
    press("Forgot your password?");
    await expect.poll(() => document.querySelector("[role=progressbar]")).not.toBeNull();
    answers.User = () => visitor;
    history.back();
    await expect.poll(() => document.querySelector("[role=progressbar]")).toBeNull();
    late.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(heading()).toBe("Sign in");
    expect(location.pathname).toBe("/account/login");
  });

  it("goes on while the language changes, and is answered in the new one", async () => {
    const login = withheld(() => problem({ "": [{ code: "problems.signInFailed" }] }));
    answers.Login = login.answer;
    await open();
    pressSignIn();
    choose("[name=__language]", "de");
    await expect.poll(heading).toBe("DE Sign in");
    expect(busy()).toBe("true");
    login.release();
    await expect.poll(alertText).toMatch(/^DE The user name/);
    expect(busy()).toBe("false");
    expect(calls.filter(({ name }) => name === "Login")).toHaveLength(1);
  });

  it("keeps the choice of a customer when letters of the filter are still waiting", async () => {
    const customer = { id: "c1", name: "Alder", number: "1", lastUsedAt: null };
    const list = { items: [customer], page: 1, size: 5, total: 1, totalIsExact: true, filter: "" };
    const view = { required: true, total: 9, current: null, requested: null, recent: [] };
    const choice = withheld(() => problem({ "": [{ code: "problems.notMember" }] }));
    answers.User = () => anna;
    answers.Customers = () => list;
    answers.SelectCustomer = choice.answer;
    await open({ screen: "select", user: anna, view, list }, "/account/select");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    type("filter", "ald");
    document.querySelector<HTMLElement>("button[name=customerId]")?.click();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect(location.search).toBe("");
    expect(document.querySelector("[role=progressbar]")?.getAttribute("aria-label")).toBe("Sending");
    const told = [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent);
    expect(told.filter((text) => text === "Sending")).toHaveLength(1);
    choice.release();
    await expect.poll(alertText).toMatch(/do not have access to this customer/);
    expect(calls.map(({ name }) => name)).toEqual(["SelectCustomer"]);
  });
});

function choose(selector: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(selector) ?? fail(selector);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, value);
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

describe("language and appearance", () => {
  it("changes every text, also of problems, and keeps what is typed", async () => {
    answers.Login = () => problem({ "": [{ code: "problems.signInFailed" }] });
    await open();
    pressSignIn();
    await expect.poll(alertText).toMatch(/^The user name/);
    choose("[name=__language]", "de");
    await expect.poll(heading).toBe("DE Sign in");
    expect(calls.at(-1)?.url.searchParams.get("language")).toBe("de");
    expect(alertText()).toMatch(/^DE The user name/);
    expect(field("username").value).toBe("anna");
    expect(document.documentElement.lang).toBe("de");
  });

  it("changes every text that a translator of the browser's has put others in place of", async () => {
    await open({ user: anna });
    translatePage();
    choose("[name=__language]", "de");
    await expect.poll(heading).toBe("DE Sign in");
    const left = [...document.querySelectorAll("font")].map((font) => font.textContent);
    expect(document.querySelector("header span[aria-hidden=true]")?.textContent).toBe("Deutsch");
    // Names are the same in every language.
    expect(new Set(left)).toEqual(new Set(["Northwind Payroll*", "British English*", "Deutsch*"]));
  });

  it("ends in the language that was chosen last, whichever is answered last", async () => {
    const german = withheld(() => undefined);
    catalogues = async (url) => {
      if (url.pathname.includes("/de.")) await german.answer();
      return catalogue(url);
    };
    const languages = [...samplePageState().languages, { tag: "es", name: "Español" }];
    const partner = { ...samplePageState().partner, availableLanguages: ["en-GB", "de", "es"] };
    await open({ languages, partner });
    choose("[name=__language]", "de");
    await expect.poll(() => calls.at(-1)?.url.searchParams.get("language")).toBe("de");
    await expect.poll(() => document.querySelector("[role=progressbar]")).not.toBeNull();
    choose("[name=__language]", "es");
    await expect.poll(() => document.documentElement.lang).toBe("es");
    german.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.documentElement.lang).toBe("es");
    expect(document.querySelector("[role=progressbar]")).toBeNull();
    expect(heading()).toBe("Sign in");
  });

  it("takes over what was chosen before the script was there", async () => {
    await open({}, "/account/login", () => {
      for (const [selector, value] of [
        ["[name=__language]", "de"],
        ["header span select[id]", "dark"],
      ] as const) {
        const select = document.querySelector<HTMLSelectElement>(selector);
        if (select !== null) select.value = value;
      }
    });
    await expect.poll(heading).toBe("DE Sign in");
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(document.cookie).toContain(`${colourSchemeCookie}=dark`);
  });

  it("takes a language as the form of it that the partner lists", async () => {
    const languages = [...samplePageState().languages, { tag: "de-AT", name: "Österreichisches Deutsch" }];
    await open({ languages });
    choose("[name=__language]", "de-AT");
    await expect.poll(heading).toBe("DE Sign in");
    expect(calls.at(-1)?.url.searchParams.get("language")).toBe("de");
    expect(document.documentElement.lang).toBe("de");
  });

  it("sends nothing for a language that the partner does not have, and warns", async () => {
    const languages = [...samplePageState().languages, { tag: "xx", name: "Other" }];
    await open({ languages });
    choose("[name=__language]", "xx");
    await expect.poll(() => said).toEqual(["The language xx is not available here."]);
    expect(calls).toEqual([]);
    expect(heading()).toBe("Sign in");
  });

  it("shows and remembers a chosen scheme", async () => {
    await open();
    choose("header span select[id]", "dark");
    await expect.poll(() => document.cookie).toContain(`${colourSchemeCookie}=dark`);
    expect(document.documentElement.dataset.theme).toBe("dark");
  });
});

function problem(codes: object): Response {
  return Response.json({ status: 400, errors: {}, codes }, { status: 400 });
}

function parse(html: string): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}

function reactKnows(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith("__reactProps"));
}
