// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { anna, englishTexts, loginView, samplePageState } from "../../../tests/support/sample-page-state.ts";
import { createPageStore, firstPage, type PageStore } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { createRuntime, type Runtime } from "./runtime.ts";

/** What a call answers, once the test lets it. */
let answers: Record<string, PromiseWithResolvers<Response>>;
let sent: string[];
let page: PageStore;
let runtime: Runtime;

async function answerOf(address: URL | string): Promise<Response> {
  const { pathname } = new URL(address, location.origin);
  if (pathname.startsWith("/catalogues/")) return Response.json(englishTexts());
  const call = pathname.split("/").at(-1) ?? "";
  sent.push(call);
  const answer = await answers[call]?.promise;
  return answer?.clone() ?? Response.json(call === "User" ? anna : loginView);
}
const hold = (call: string) => {
  answers[call] = Promise.withResolvers();
};
const atRest = () => eventually(() => expect(page.get()).toMatchObject({ busy: false, travelling: false }));

beforeEach(() => {
  answers = {};
  sent = [];
  vi.stubGlobal("fetch", vi.fn(answerOf));
  history.replaceState(null, "", "/");
  const { home } = screens;
  if (home === undefined) throw new Error("there is a home");
  page = createPageStore(
    firstPage(samplePageState({ screen: "home", user: anna, view: { items: [] } }), home),
  );
  runtime = createRuntime({ page, screens, prepareStyles: async () => undefined });
  // The address changes at once; the page hears of it a moment later.
  runtime.router.navigate = vi.fn((path: string, { say } = {}) => {
    history.replaceState(null, "", path);
    setTimeout(() => void runtime.traveller.arriveAt(location, say));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("signing out above a screen whose look leads elsewhere", () => {
  beforeEach(async () => {
    for (const call of ["Applications", "Logout", "LoginView"]) hold(call);
    void runtime.traveller.arriveAt(location);
    void runtime.signOut();
    await eventually(() => expect(sent).toContain("Applications"));
    answers.Applications?.resolve(Response.json({ redirect: "/account/login" }, { status: 209 }));
    await eventually(() => expect(sent).toContain("Logout"));
    await eventually(() => expect(sent).toContain("LoginView"));
  });
  const refused = () => Response.json({ codes: { "": [{ code: "problems.tooMany" }] } }, { status: 429 });
  const problems = { "": [{ code: "problems.tooMany" }] };

  it("leads to its end, although the page was on its way there", async () => {
    answers.Logout?.resolve(Response.json({ outcome: "signedOut" }));
    await eventually(() => expect(location.pathname).toBe("/account/loggedout"));
  });

  it("leads to its end, although another screen has come", async () => {
    answers.LoginView?.resolve(Response.json(loginView));
    await eventually(() => expect(page.get().screen.id).toBe("login"));
    answers.Logout?.resolve(Response.json({ outcome: "signedOut" }));
    await eventually(() => expect(location.pathname).toBe("/account/loggedout"));
  });

  it("says on the screen that has come that it was refused", async () => {
    answers.LoginView?.resolve(Response.json(loginView));
    await eventually(() => expect(page.get().screen.id).toBe("login"));
    answers.Logout?.resolve(refused());
    await eventually(() => expect(page.get().problems).toEqual(problems));
  });

  it("says that it was refused before another screen has come once that stands", async () => {
    answers.Logout?.resolve(refused());
    await eventually(() => expect(fetch).toHaveResolvedWith(expect.objectContaining({ status: 429 })));
    answers.LoginView?.resolve(Response.json(loginView));
    await atRest();
    expect(page.get()).toMatchObject({ screen: { id: "login" }, problems });
  });
});
