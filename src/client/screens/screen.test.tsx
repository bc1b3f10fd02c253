// @vitest-environment jsdom

import { afterEach, describe, expect, it } from "vitest";
import { clearPage, errorsOf, input } from "../../../tests/support/forms.tsx";
import { samplePartner } from "../../../tests/support/sample-page-state.ts";
import { type Sample, showScreen, takeScreenOver } from "../../../tests/support/screens.tsx";
import type { PartnerMetadata } from "../../generated/calls.ts";
import { bodyModules } from "./bodies.ts";

afterEach(clearPage);

const alerts = () =>
  [...document.querySelectorAll("section > [role=alert]")].map(({ textContent }) => textContent);
const linksBelow = () =>
  [...document.querySelectorAll("section > nav a")].map(({ textContent }) => textContent);
const headings = () => [...document.querySelectorAll("h1")].map(({ textContent }) => textContent);

describe("a screen with a panel and a form", () => {
  const view = {
    code: "unknownClient",
    client: { name: "Demo Payroll" },
    retryUrl: "/account/login",
    homeUrl: null,
    supportCode: "AB12",
    details: "what the panel shows",
  };
  const both = {
    screen: { panel: "error", form: "login", submit: { call: "Login" }, links: ["home"] },
    texts: { submit: "Send" },
    state: { view },
  };

  it("shows the panel above the form, under the panel's heading and sign", async () => {
    await showScreen(both);
    const panel = document.querySelector("section > pre");
    const form = document.querySelector("section > form");
    expect(panel?.textContent).toBe("what the panel shows");
    expect(panel?.compareDocumentPosition(form as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(headings()).toEqual(["We do not know this application"]);
    expect(document.title).toBe(`We do not know this application – ${samplePartner.partnerName}`);
    expect(document.querySelector("section > header svg")).not.toBeNull();
  });

  it("has the panel's ways among its links, for sending is what it is for", async () => {
    await showScreen(both);
    expect(linksBelow()).toEqual(["Try again", "Home"]);
  });

  it("says once what is wrong in general, and on its field what is wrong there", async () => {
    const problems = { "": [{ code: "problems.timeout" }], username: [{ code: "validation.requiredPlain" }] };
    await showScreen({ ...both, state: { view, problems } });
    expect(alerts()).toEqual(["Your session had timed out. Please try again."]);
    expect(errorsOf("username")).toEqual(["This field is required."]);
  });

  it("is taken over with what was typed, without a complaint", async () => {
    const { complaints } = await takeScreenOver(both, () => {
      input("username").value = "typed early";
    });
    expect(complaints).toEqual([]);
    expect(input("username").value).toBe("typed early");
  });

  it("needs the modules of both", () => {
    expect(bodyModules({ panel: "error", form: "login" })).toEqual([
      "panels/error.tsx",
      "screens/form.tsx",
      "virtual:form/login",
    ]);
  });
});

it("tries again without what of its address was refused, so that this is no dead end", async () => {
  const query = { filter: "x".repeat(101), size: "10" };
  const problems = { filter: [{ code: "validation.maxLength", params: { count: 100 } }] };
  const { set } = await showScreen({ screen: { panel: "message" }, state: { query } });
  await set({ failed: true, problems });
  expect(document.querySelector("section a")?.getAttribute("href")).toBe("/sample?size=10");
  await set({ problems: { "": [{ code: "problems.noConnection" }] } });
  expect(document.querySelector("section a")?.getAttribute("href")).toContain("filter=xxx");
});

describe("a message of the screen before", () => {
  const sign = () => document.querySelector("section > [role=status] svg path")?.getAttribute("d");
  const told = async (say: string) => {
    await showScreen({ screen: { panel: "message" }, state: { say } });
    const drawn = sign();
    await clearPage();
    return drawn;
  };

  it("has the sign of its tone", async () => {
    const signs = [
      await told("messages.codeSent"),
      await told("messages.passwordReset"),
      await told("messages.tooManyCodes"),
    ];
    expect(new Set(signs).size).toBe(3);
    expect(signs).not.toContain(undefined);
  });

  it("is announced again when it is said again", async () => {
    const { set } = await showScreen({ screen: { panel: "message" }, state: { say: "messages.codeSent" } });
    const before = document.querySelector("section > [role=status]")?.firstChild;
    await set({ problems: {} });
    const after = document.querySelector("section > [role=status]")?.firstChild;
    expect(after?.textContent).toBe(before?.textContent);
    expect(after).not.toBe(before);
  });

  it("describes the heading where it came with its screen, and is not heard twice where it came later", async () => {
    const description = () => document.querySelector("h1")?.getAttribute("aria-describedby");
    const { set } = await showScreen({ screen: { panel: "message" }, state: { say: "messages.codeSent" } });
    expect(description()).toBe("screen-message");
    await set({ say: "messages.deviceDeleted", problems: {} });
    expect(description()).toBeNull();
  });
});

it("has one name, which is its heading's: no region says it once more", async () => {
  await showScreen({ screen: { panel: "message" } });
  expect(document.querySelector("main [aria-labelledby=screen-title]")).toBeNull();
});

describe("a link that comes back", () => {
  const hrefs = () =>
    [...document.querySelectorAll("section > nav a")].map((link) => link.getAttribute("href"));

  it("leads to its target with this screen's whole address, which keeps its own way back", async () => {
    await showScreen({
      screen: {
        form: "login",
        submit: { call: "Login" },
        links: [{ to: "select", comeBack: true }, "recover"],
      },
      texts: { submit: "Send" },
      state: { query: { cid: "7" }, returnUrl: "/connect/authorize/1" },
    });
    const back = "/sample?cid=7&returnUrl=%2Fconnect%2Fauthorize%2F1";
    expect(hrefs()).toEqual([
      `/account/select?returnUrl=${encodeURIComponent(back)}`,
      "/account/recover?returnUrl=%2Fconnect%2Fauthorize%2F1",
    ]);
  });
});

describe("the first link of a screen", () => {
  const screen = (color: "primary" | "danger") => ({
    panel: "message",
    actions: [{ call: "Next", label: "go", color, when: { "view.ready": true } }],
    links: ["home"],
  });
  const texts = { text: "Words", "actions.go": "Go" };
  const linkInList = () => document.querySelector("section > nav a") !== null;

  it("is one more link where a button is the primary action", async () => {
    await showScreen({ screen: screen("primary"), texts, state: { view: { ready: true } } });
    expect(linkInList()).toBe(true);
  });

  it.each([
    ["that button is not there now", screen("primary"), {}],
    ["no button is primary", screen("danger"), { ready: true }],
  ])("is the main way on where %s", async (_name, sample, view) => {
    await showScreen({ screen: sample, texts, state: { view } });
    expect(linkInList()).toBe(false);
  });

  it("stands above the buttons that are not primary, as what a form sends does", async () => {
    await showScreen({ screen: screen("danger"), texts, state: { view: { ready: true } } });
    const main = document.querySelector("section > a");
    const go = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Go");
    expect(main?.compareDocumentPosition(go as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe("where the partner puts providers before the password", () => {
  const providersFirst: PartnerMetadata = {
    ...samplePartner,
    waysIn: ["providers", "password", "secureCredential", "oneTimeToken"],
  };
  const sample: Sample = {
    screen: {
      form: "login",
      submit: { call: "Login" },
      actions: [
        {
          call: "VendorLogin",
          each: "view.providers",
          with: { vendorId: "item.id" },
          label: "withProvider",
          wayIn: "providers",
        },
        { call: "Next", with: { button: "=cancel" }, label: "cancel" },
      ],
      links: ["recover", { to: "loginSecure", wayIn: "secureCredential" }],
    },
    texts: {
      submit: "Sign in",
      "actions.withProvider": "Sign in with {displayName}",
      "actions.cancel": "Cancel",
    },
    state: {
      view: { providers: [{ id: "contoso", displayName: "Contoso", iconUrl: null }] },
    },
  };
  const formOf = (text: string) =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text)?.form;

  it("shows them above the form, in a form of their own, so that Enter in a field signs in by password", async () => {
    await showScreen({ ...sample, state: { ...sample.state, partner: providersFirst } });
    const [provider, signIn] = [formOf("Sign in with Contoso"), formOf("Sign in")];
    expect(provider).not.toBe(signIn);
    expect(provider?.compareDocumentPosition(signIn as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(provider?.textContent).toContain("or");
    expect(formOf("Cancel")).toBe(signIn);
  });

  it("puts the other ways in before everything else below the form", async () => {
    await showScreen({ ...sample, state: { ...sample.state, partner: samplePartner } });
    expect(formOf("Sign in with Contoso")).toBe(formOf("Sign in"));
    const ways = [...document.querySelectorAll("section li")].map(({ textContent }) => textContent);
    expect(ways).toEqual(["Use a passkey or security key", "Sign in with Contoso"]);
  });

  const listed = { to: "loginSecure", wayIn: "secureCredential" } as const;
  const list = ["Use a passkey or security key", "Sign in with Contoso"];

  it.each([
    [
      ["recover", listed],
      ["Sign in", "Forgot your password?", ...list, "Cancel"],
    ],
    [
      [listed, "recover"],
      ["Sign in", ...list, "Cancel", "Forgot your password?"],
    ],
  ])(
    "puts a link in words at the form's button where it comes before the list, else at the end: %j",
    async (links, shown) => {
      await showScreen({
        ...sample,
        screen: { ...sample.screen, links },
        state: { ...sample.state, partner: samplePartner },
      });
      const drawn = [...document.querySelectorAll("section :is(a, button[type=submit])")];
      expect(drawn.map(({ textContent }) => textContent)).toEqual(shown);
    },
  );
});

it.each([
  [true, "Robin is signed in. To use another account, sign in below."],
  [false, "Robin is signed in. To go on, sign in below."],
])("says who is signed in, and how to go on: without a new sign-in %s", async (signedIn, said) => {
  await showScreen({
    screen: { form: "login", submit: { call: "Login" } },
    texts: {
      submit: "Send",
      alreadySignedIn: "{name} is signed in. To use another account, sign in below.",
      signInAnew: "{name} is signed in. To go on, sign in below.",
    },
    state: { view: { signedIn, signedInAs: "Robin" } },
  });
  expect(document.querySelector("section > header p")?.textContent).toBe(said);
});
