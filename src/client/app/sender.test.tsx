// @vitest-environment jsdom

import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { clearPage, fill, input, press, send } from "../../../tests/support/forms.tsx";
import { englishTexts, loginView, visitor } from "../../../tests/support/sample-page-state.ts";
import { type Sample, showScreen } from "../../../tests/support/screens.tsx";
import type { CeremonyEnd } from "./ceremony.ts";
import { createRuntime, type Runtime } from "./runtime.ts";
import { createSender, type Send } from "./sender.ts";

const ceremony = vi.hoisted(() => ({ holdCeremony: vi.fn() }));
vi.mock("./ceremony.ts", () => ceremony);

type Given = { query: Record<string, string>; body: unknown };
type Answers = Record<string, (given: Given) => unknown>;

let answers: Answers;
let sent: { call: string; given: Given }[];
let runtime: Runtime;
let sendCall: Send;

/** Answers calls as told, and the catalogue; `refuse` below makes an answer a refusal. */
async function answerOf(address: URL | string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, location.origin);
  if (url.pathname.startsWith("/catalogues/")) return Response.json(texts);
  const call = url.pathname.split("/").at(-1) ?? "";
  const { returnUrl: _, ...query } = Object.fromEntries(url.searchParams);
  const given = { query, body: init.body ? JSON.parse(String(init.body)) : undefined };
  sent.push({ call, given });
  const answer = call === "User" ? visitor : await answers[call]?.(given);
  if (answer instanceof Response) return answer;
  return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer);
}
const refuse = (codes: object) => Response.json({ errors: {}, codes }, { status: 400 });

let texts: Record<string, string>;

async function stand(sample: Sample) {
  const own = Object.entries({ title: "Sample", ...sample.texts });
  texts = {
    ...englishTexts(),
    ...Object.fromEntries(own.map(([key, text]) => [`screens.sample.${key}`, text])),
  };
  return showScreen({
    ...sample,
    controls: (page, screens) => {
      runtime = createRuntime({ page, screens, prepareStyles: async () => undefined });
      sendCall = createSender({ ...runtime, page, screens, prepare: async () => undefined });
      return runtime.controls;
    },
  });
}

const settled = () => eventually(() => expect(sent.at(-1)?.call).toBe("LoginView"));
const heading = () => document.querySelector("h1")?.textContent;
const calls = () => sent.map(({ call }) => call);
const callsOf = (name: string) => sent.filter(({ call }) => call === name).map(({ given }) => given);
const general = () => document.querySelector("section > [role=alert]")?.textContent;
const button = (value: string) => document.querySelector<HTMLElement>(`button[value="${value}"]`);

beforeEach(() => {
  sent = [];
  answers = {};
  history.replaceState(null, "", "/sample");
  vi.stubGlobal("fetch", vi.fn(answerOf));
});
afterEach(async () => {
  await clearPage();
  vi.unstubAllGlobals();
  ceremony.holdCeremony.mockReset();
});

describe("a wizard", () => {
  let step: string;
  const wizard: Sample = {
    screen: {
      load: { call: "LoginView" },
      steps: [
        {
          id: "first",
          form: "login",
          submit: { call: "Login" },
          next: [
            { when: { outcome: "twoFactorRequired" }, go: "#second", say: "languageChanged" },
            { when: { outcome: "deviceOffered" }, go: "#third" },
          ],
          actions: [{ call: "GeneratePin", label: "again" }],
        },
        { id: "second", panel: "message", form: "login", submit: { call: "Login" } },
        { id: "third", panel: "message" },
      ],
    },
    texts: {
      "third.title": "Third step",
      "first.title": "First step",
      "first.submit": "Go",
      "first.actions.again": "Again",
      "second.title": "Second step",
      "second.text": "Words of the second step",
      "second.submit": "Go on",
    },
    state: { view: { ...loginView, step: "first" } },
  };
  beforeEach(() => {
    step = "first";
    answers = {
      LoginView: () => ({ ...loginView, step }),
      Login: () => {
        step = "second";
        return { outcome: "twoFactorRequired" };
      },
    };
  });
  const signIn = async () => {
    await fill("username", "ann");
    await fill("password", "secret");
    await send();
  };

  it("goes on to the step that the server says: at its top, with its texts, its message, the heading focused, a new form with no more than the user name", async () => {
    const scrolled = vi.fn();
    vi.stubGlobal("scrollTo", scrolled);
    await stand(wizard);
    expect(heading()).toBe("First step");
    await signIn();
    await eventually(() => expect(heading()).toBe("Second step"));
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
    expect(document.title).toBe("Second step – Northwind Payroll");
    expect(document.activeElement?.id).toBe("screen-title");
    expect(document.querySelector("header p")?.textContent).toBe("Words of the second step");
    const message = document.querySelector("[role=status]");
    expect(message?.textContent).toBe("The language has been changed.");
    // Its place came with it, so nothing but the focus announces it.
    expect(document.activeElement?.getAttribute("aria-describedby")).toBe(message?.id);
    expect(input("username").value).toBe("ann");
    expect(input("password").value).toBe("");
    expect(input("__step").value).toBe("second");
  });

  it("believes the server, not the row: where the step stays, the form and its message stay too", async () => {
    answers.Login = () => ({ outcome: "twoFactorRequired" });
    await stand(wizard);
    const field = input("username");
    await signIn();
    await eventually(() => expect(document.querySelector("[role=status]")?.textContent).not.toBe(""));
    expect(heading()).toBe("First step");
    expect(input("username")).toBe(field);
    expect(input("username").value).toBe("ann");
  });

  describe.each<[string, () => Response]>([
    ["is refused", () => refuse({ "": [{ code: "problems.timeout" }] })],
    ["nobody answers", () => Response.error()],
  ])("where a press %s", (_what, answer) => {
    it("goes on if the server stands where it was to lead: an answer before was lost", async () => {
      answers.Login = () => {
        step = "third";
        return answer();
      };
      const { page } = await stand(wizard);
      await signIn();
      await eventually(() => expect(heading()).toBe("Third step"));
      expect(page.get()).toMatchObject({ busy: false, problems: {} });
    });

    it("says why if the server stands where it stood or where something would have to be said, or cannot be looked at", async () => {
      answers.Login = answer;
      const seen = (step: string) => () => ({ ...loginView, step });
      for (const view of [seen("first"), seen("second"), () => Response.error()]) {
        answers.LoginView = view;
        const { page } = await stand(wizard);
        await signIn();
        await settled();
        expect(heading()).toBe("First step");
        expect(page.get()).toMatchObject({ busy: false, problems: { "": [{}] } });
        await clearPage();
        sent = [];
      }
    });
  });

  it("lets whoever has pressed again by then hear of that press", async () => {
    const look = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    answers.Login = async () => {
      if (callsOf("Login").length === 2) await second.promise;
      return refuse({ "": [{ code: "problems.timeout" }] });
    };
    answers.LoginView = async () => {
      await look.promise;
      return { ...loginView, step: "third" };
    };
    const { page } = await stand(wizard);
    await signIn();
    await settled();
    await send();
    await eventually(() => expect(callsOf("Login")).toHaveLength(2));
    look.resolve();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(page.get()).toMatchObject({ busy: true, travelling: false });
    second.resolve();
    await eventually(() => expect(heading()).toBe("Third step"));
  });

  it("looks for nothing after a refusal of what leads to no other step, or to one that shows what nobody has got", async () => {
    answers.GeneratePin = () => refuse({ "": [{ code: "problems.timeout" }] });
    const { page } = await stand(wizard);
    const ways = [{ go: "#first" }, { go: "home" }, { go: "#third", show: true }];
    await act(() => sendCall({ call: "GeneratePin" }, ways, {}));
    expect(page.get()).toMatchObject({ busy: false, problems: { "": [{}] } });
    expect(calls()).toEqual(["GeneratePin"]);
  });

  it("shows the way to sign in again where a press is refused because it was too long ago", async () => {
    const signInAgain = () => refuse({ "": [{ code: "problems.signInAgain" }] });
    answers = { GeneratePin: signInAgain, LoginView: () => ({ ...loginView, step: "second" }) };
    const { page } = await stand(wizard);
    await press(button("again"));
    await eventually(() => expect(heading()).toBe("Second step"));
    expect(page.get()).toMatchObject({ busy: false, problems: {} });
  });

  it.each<[string, unknown]>([
    ["of a newer server", { outcome: "brandNewOutcome" }],
    ["that is null", null],
    ["that is empty", new Response("")],
  ])(
    "says that it may be out of date at an answer %s, looked at anew, and keeps what is typed",
    async (_what, answer) => {
      answers.GeneratePin = () => answer;
      const { page } = await stand(wizard);
      await fill("username", "ann");
      await press(button("again"));
      await settled();
      await eventually(() => expect(page.get().busy).toBe(false));
      expect(calls()).toEqual(["GeneratePin", "User", "LoginView"]);
      expect(document.querySelector("[role=status]")?.textContent).toBe(
        "This page may be out of date. Please reload it to continue.",
      );
      expect(input("username").value).toBe("ann");
    },
  );
});

it("whose button is gone with its answer leaves the keyboard at the heading, and else where it was", async () => {
  const screen: Sample["screen"] = {
    load: { call: "LoginView" },
    actions: [
      { call: "Next", label: "once", when: { "view.secure": true } },
      { call: "Next", label: "always" },
    ],
  };
  answers = { Next: () => ({}), LoginView: () => ({ ...loginView, secure: false }) };
  const texts = { "actions.once": "Once", "actions.always": "Always" };
  const { page } = await stand({ screen, texts, state: { view: { ...loginView, secure: true } } });
  for (const [name, focused] of [
    ["once", "screen-title"],
    ["always", undefined],
  ] as const) {
    const pressed = button(name);
    pressed?.focus();
    await press(pressed);
    await eventually(() => expect(page.get()).toMatchObject({ busy: false, view: { secure: false } }));
    // No row is for any answer, so there is nothing to say of this one.
    expect(page.get().say).toBeUndefined();
    if (focused === undefined) expect(document.activeElement).toBe(pressed);
    else expect(document.activeElement?.id).toBe(focused);
  }
});

it.each(["deviceKnown", "deviceGone"])(
  "that is refused by %s shows the devices as they are, beside why",
  async (problem) => {
    const screen: Sample["screen"] = {
      load: { call: "LoginView" },
      actions: [{ call: "RenameCredential", label: "rename", when: { "view.secure": true } }],
    };
    answers = {
      RenameCredential: () => refuse({ "": [{ code: `problems.${problem}` }] }),
      LoginView: () => ({ ...loginView, secure: false }),
    };
    const texts = { "actions.rename": "Rename" };
    const { page } = await stand({ screen, texts, state: { view: { ...loginView, secure: true } } });
    button("rename")?.focus();
    await press(button("rename"));
    await eventually(() => expect(page.get()).toMatchObject({ busy: false, view: { secure: false } }));
    expect(general()).toContain(englishTexts()[`problems.${problem}`]);
    expect(document.activeElement?.id).toBe("screen-title");
  },
);

describe("an answer that is told once", () => {
  const told: Sample = {
    screen: {
      panel: "message",
      submit: { call: "RedeemRecoveryCode" },
      next: [{ when: { outcome: "redeemed" }, go: "#codes", show: true, say: "languageChanged" }],
      steps: [{ id: "codes", panel: "error", links: ["home"] }],
    },
    texts: { submit: "Show", text: "Text", "codes.title": "Codes" },
  };
  const answer = {
    outcome: "redeemed",
    state: "a-ticket",
    code: "x",
    supportCode: "AB12",
    details: "told once",
  };

  it("is the view of its step, and nothing is loaded", async () => {
    answers = { RedeemRecoveryCode: () => answer, exchange: () => ({ token: "t2" }) };
    const { page } = await stand(told);
    await send();
    await eventually(() => expect(document.querySelector("pre")?.textContent).toBe("told once"));
    expect(document.activeElement?.id).toBe("screen-title");
    expect(document.querySelector("[role=status]")?.textContent).toBe("The language has been changed.");
    expect(calls()).toEqual(["RedeemRecoveryCode", "exchange"]);
    expect(page.get()).toMatchObject({ busy: false, part: { id: "codes" } });
    expect(page.get().view).not.toHaveProperty("state");
  });

  it("stays when the language is changed", async () => {
    answers = {
      RedeemRecoveryCode: () => ({ ...answer, state: undefined }),
      SetLanguage: () => ({ language: "de", direction: "ltr" }),
    };
    const { page } = await stand(told);
    await send();
    await eventually(() => expect(page.get().part.id).toBe("codes"));
    await act(async () => runtime.controls.setLanguage("de"));
    await eventually(() => expect(page.get().language).toBe("de"));
    expect(document.querySelector("pre")?.textContent).toBe("told once");
    expect(calls()).toEqual(["RedeemRecoveryCode", "SetLanguage"]);
  });
});

const twoSteps: Sample = {
  screen: {
    load: { call: "LoginView" },
    steps: [
      { id: "first", panel: "message", submit: { call: "Logout" } },
      { id: "second", panel: "message", submit: { call: "Logout" } },
    ],
  },
  texts: { "first.title": "First step", "second.title": "Second step" },
  state: { view: { ...loginView, step: "first", method: "authenticator" } },
};

describe("a call that is sent while the screen that stands is looked at anew", () => {
  let view: PromiseWithResolvers<unknown>;
  beforeEach(() => {
    view = Promise.withResolvers();
    answers = { LoginView: () => view.promise, Next: () => ({}) };
  });
  /** Sends while a look at the screen is under way, which then sees this. */
  const sendBeside = async (sees: unknown) => {
    const { page } = await stand(twoSteps);
    const went = vi.fn();
    runtime.router.navigate = went;
    const arrival = runtime.traveller.arriveAt(location);
    const sending = sendCall({ call: "Next", with: { button: "view.method" } }, [{ go: "home" }], {});
    await eventually(() => expect(calls()).toEqual(["User", "LoginView"]));
    expect(page.get().busy).toBe(true);
    view.resolve(sees);
    await act(() => Promise.all([arrival, sending]));
    return { page: page.get(), went: went.mock.calls };
  };

  it("waits for what is seen, which would not find any more what the call ends", async () => {
    const { went } = await sendBeside({ ...loginView, step: "first" });
    expect(calls()).toEqual(["User", "LoginView", "Next"]);
    expect(went).toEqual([["/", { say: undefined }]]);
  });

  it("is about what the person saw, not about what has come to the same step", async () => {
    await sendBeside({ ...loginView, step: "first", method: "sms" });
    expect(callsOf("Next")).toEqual([{ query: { button: "authenticator" }, body: undefined }]);
  });

  it("is not sent where that is another step than it was pressed in", async () => {
    const { page } = await sendBeside({ ...loginView, step: "second" });
    expect(page).toMatchObject({ busy: false, travelling: false });
    expect(heading()).toBe("Second step");
    expect(calls()).toEqual(["User", "LoginView"]);
  });

  it("is not sent where nothing can be seen, which says so", async () => {
    const { page } = await sendBeside(refuse({ "": [{ code: "problems.timeout" }] }));
    expect(page).toMatchObject({ busy: false, failed: true });
    expect(calls()).toEqual(["User", "LoginView"]);
  });

  it("is not sent where the look leads elsewhere", async () => {
    const { went } = await sendBeside(Response.json({ redirect: "/" }, { status: 209 }));
    expect(calls()).toEqual(["User", "LoginView"]);
    expect(went).toHaveLength(1);
  });
});

describe("a call that was sent while another screen was on its way", () => {
  const elsewhere = "/sample?button=other";
  beforeEach(() => history.replaceState(null, "", elsewhere));

  it("says nothing of its refusal on the screen that has come, whatever that does", async () => {
    const [view, call] = [Promise.withResolvers<unknown>(), Promise.withResolvers<Response>()];
    answers = { LoginView: () => view.promise, Logout: () => call.promise };
    const { page } = await stand(twoSteps);
    const arrival = runtime.traveller.arriveAt(location);
    const sending = sendCall({ call: "Logout" }, [], {});
    await eventually(() => expect(calls()).toContain("Logout"));
    view.resolve({ ...loginView, step: "second" });
    await act(() => arrival);
    expect(heading()).toBe("Second step");
    await act(async () => {
      page.set({ busy: true });
      call.resolve(refuse({ "": [{ code: "problems.timeout" }] }));
      await sending;
    });
    expect(page.get()).toMatchObject({ problems: {}, busy: true });
  });

  it.each<[string, Response, boolean]>([
    ["leads nowhere", Response.json({ outcome: "signedOut" }), false],
    ["shows nothing", Response.json({ outcome: "told" }), false],
    ["has who stands there looked at anew", Response.json({ outcome: "signedOut", state: "ticket" }), true],
  ])("%s by its success when another screen has come", async (_what, answer, isLookedAt) => {
    const [view, call] = [Promise.withResolvers<unknown>(), Promise.withResolvers<Response>()];
    answers = {
      LoginView: () => view.promise,
      Logout: () => call.promise,
      exchange: () => ({ token: "t2" }),
    };
    const { page } = await stand(twoSteps);
    const went = vi.fn();
    runtime.router.navigate = went;
    const arrival = runtime.traveller.arriveAt(location);
    const sending = sendCall(
      { call: "Logout" },
      [
        { when: { outcome: "signedOut" }, go: "home" },
        { when: { outcome: "told" }, go: "#first", show: true },
      ],
      {},
    );
    await eventually(() => expect(calls()).toContain("Logout"));
    view.resolve({ ...loginView, step: "second" });
    await act(() => arrival);
    await act(async () => {
      call.resolve(answer);
      await sending;
    });
    expect(heading()).toBe("Second step");
    if (isLookedAt) expect(page.get().token).toBe("t2");
    expect(went.mock.calls).toEqual(isLookedAt ? [[elsewhere, { replace: true }]] : []);
  });
});

describe("what a call is given", () => {
  const screen: Sample = {
    screen: {
      load: { call: "LoginView" },
      form: "login",
      submit: { call: "Login" },
      actions: [
        { call: "SendOTP", with: { purpose: "=signIn", channel: "=email" }, label: "code" },
        { call: "Next", with: { button: "item.id" }, label: "each", each: "view.providers" },
        { call: "Next", with: { button: "form.username" }, label: "typed" },
      ],
    },
    texts: {
      submit: "Go",
      "actions.code": "Code",
      "actions.each": "{displayName}",
      "actions.typed": "Typed",
    },
    state: {
      view: {
        ...loginView,
        providers: [
          { id: "one", displayName: "One" },
          { id: "two", displayName: "Two" },
        ],
      },
    },
  };
  beforeEach(() => {
    const ok = () => ({});
    answers = { SendOTP: ok, Next: ok, LoginView: () => loginView };
  });

  it("is of the form what its body knows, and no more", async () => {
    await stand(screen);
    await fill("username", "ann");
    await fill("password", "secret");
    await press(button("code"));
    await settled();
    expect(callsOf("SendOTP")).toEqual([
      { query: {}, body: { username: "ann", purpose: "signIn", channel: "email" } },
    ]);
  });

  it("is what its item says", async () => {
    await stand(screen);
    await press(button("each~two"));
    await settled();
    expect(callsOf("Next")).toEqual([{ query: { button: "two" }, body: undefined }]);
  });

  it("is what its with reads of the form", async () => {
    await stand(screen);
    await fill("username", "ann");
    await press(button("typed"));
    await settled();
    expect(callsOf("Next")).toEqual([{ query: { button: "ann" }, body: undefined }]);
  });
});

it("goes where a form without a call of its own chooses, and sends nothing", async () => {
  await stand({
    screen: { form: "login", next: [{ when: { "form.username": "ann" }, go: "home" }] },
    texts: { submit: "Choose" },
    state: { view: loginView },
  });
  const went = vi.fn();
  runtime.router.navigate = went;
  await fill("username", "ann");
  await fill("password", "x");
  await send();
  await eventually(() => expect(went).toHaveBeenCalledWith("/", { say: undefined }));
  expect(calls()).toEqual([]);
});

describe("a call with a ceremony", () => {
  const screen: Sample = {
    screen: {
      load: { call: "LoginView" },
      form: "login",
      submit: { call: "Login" },
      actions: [{ call: "SecureLogin", label: "device", ceremony: "assertion" }],
    },
    texts: { submit: "Go", "actions.device": "Use a device" },
    state: { view: loginView },
  };
  const ends = (end: CeremonyEnd) => ceremony.holdCeremony.mockResolvedValue(end);

  it("is sent with what the browser answers; the browser is told what is typed", async () => {
    ends({ kind: "done", body: { id: "abc", rawId: "abc", type: "public-key", response: {} } });
    answers = { SecureLogin: () => ({}), LoginView: () => loginView };
    await stand(screen);
    await fill("username", "ann");
    await press(button("device"));
    await settled();
    const body = { id: "abc", rawId: "abc", type: "public-key", response: {} };
    expect(callsOf("SecureLogin")).toEqual([{ query: {}, body }]);
    expect(ceremony.holdCeremony.mock.lastCall?.slice(0, 2)).toEqual([
      "assertion",
      { username: "ann", rememberLogin: false },
    ]);
  });

  it("that is given up for another leaves the page as it was, with the focus on the button", async () => {
    ends({ kind: "cancelled" });
    const { page } = await stand(screen);
    await fill("username", "ann");
    button("device")?.focus();
    await press(button("device"));
    await eventually(() => expect(page.get().busy).toBe(false));
    expect(calls()).toEqual([]);
    expect(general()).toBe("");
    expect(input("username").value).toBe("ann");
    expect(document.activeElement).toBe(button("device"));
  });

  describe("while the browser asks for a device", () => {
    /** Asks until the ceremony is given up. */
    const asks = () =>
      ceremony.holdCeremony.mockImplementation((_kind, _form, _t, { signal, asking }) => {
        asking?.(true);
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            asking?.(false);
            resolve({ kind: "cancelled" });
          });
        });
      });

    it("gives way to whatever else is pressed", async () => {
      asks();
      const { page } = await stand(screen);
      const isBusy: boolean[] = [];
      answers.Login = () => {
        isBusy.push(page.get().busy);
        return refuse({ "": [{ code: "problems.signInFailed" }] });
      };
      await fill("username", "ann");
      await fill("password", "secret");
      await press(button("device"));
      await eventually(() => expect(ceremony.holdCeremony).toHaveBeenCalledOnce());
      await send();
      await eventually(() => expect(general()).toContain("The user name or the password is not right"));
      expect(calls()).toEqual(["Login"]);
      expect(ceremony.holdCeremony.mock.lastCall?.[3].signal.aborted).toBe(true);
      // What gave way does not end what took its place.
      expect([...isBusy, page.get().busy]).toEqual([true, false]);
    });

    it("counts a second press of the same button for nothing", async () => {
      asks();
      await stand(screen);
      await press(button("device"));
      await eventually(() => expect(ceremony.holdCeremony).toHaveBeenCalledOnce());
      await press(button("device"));
      await press(button("device"));
      expect(ceremony.holdCeremony).toHaveBeenCalledOnce();
      expect(ceremony.holdCeremony.mock.lastCall?.[3].signal.aborted).toBe(false);
    });
  });

  it("that fails says so, and the button can be pressed again", async () => {
    const failure = { kind: "refused" as const, problems: { "": [{ code: "problems.secureSignInFailed" }] } };
    ends({ kind: "failed", failure });
    const { page } = await stand(screen);
    await press(button("device"));
    await eventually(() => expect(page.get().busy).toBe(false));
    expect(general()).toContain("Signing in with this device did not work.");
    await press(button("device"));
    expect(ceremony.holdCeremony).toHaveBeenCalledTimes(2);
  });

  it("whose answer is refused keeps the form", async () => {
    ends({ kind: "done", body: {} });
    answers = { SecureLogin: () => refuse({ "": [{ code: "problems.secureSignInFailed" }] }) };
    await stand(screen);
    await fill("username", "ann");
    await press(button("device"));
    await eventually(() => expect(general()).toContain("Signing in with this device did not work."));
    expect(input("username").value).toBe("ann");
  });

  it("whose script cannot be fetched is not sent", async () => {
    ceremony.holdCeremony.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
    await stand(screen);
    await press(button("device"));
    await eventually(() => expect(general()).not.toBe(""));
    expect(calls()).not.toContain("SecureLogin");
  });
});
