// @vitest-environment jsdom

import * as link from "virtual:form/link";
import * as login from "virtual:form/login";
import { act } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearPage,
  compiledForm,
  enter,
  errorsOf,
  fill,
  germanTexts,
  input,
  press,
  screenForm,
  send,
  setValue,
  show,
  takeOver,
  textsBody,
  write,
} from "../../../tests/support/forms.tsx";
import "../../../tests/support/jsdom-gaps.ts";
import type { FormValues } from "../fields/compiled-form.ts";

const twoFields = await compiledForm(
  "person",
  {
    fields: [
      { name: "second", widget: "text" },
      { name: "first", widget: "text" },
    ],
  },
  textsBody(["first", "second"]),
);
const general = () => document.querySelector("[role=alert]")?.textContent;
const active = () => document.activeElement?.getAttribute("name");

/** Notes what places of announcements are filled with from now on; gives what reads it, each once. */
function noteAnnounced(): () => string[] {
  const announced: string[] = [];
  new MutationObserver((records) => {
    const fillings = records.filter(({ target }) => (target as Element).closest("[role=alert]") !== null);
    const nodes = fillings.flatMap(({ addedNodes }) => [...addedNodes]);
    announced.push(...nodes.map(({ textContent }) => textContent ?? ""));
  }).observe(document.body, { childList: true, subtree: true });
  return () => announced.splice(0);
}

describe("ScreenForm", () => {
  const sent = vi.fn<(body: FormValues) => void>();
  let complaints: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    sent.mockReset();
    complaints = vi.spyOn(console, "error");
  });
  afterEach(async () => {
    await clearPage();
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });

  it("posts natively to its address, with its hidden inputs and the body's names", async () => {
    await show(screenForm({ form: login, facts: { "view.rememberAllowed": true } }));
    const form = document.querySelector("form");
    expect(form?.method).toBe("post");
    expect(form?.getAttribute("action")).toBe("/account/login");
    const names = [...new FormData(form ?? undefined).keys()];
    expect(names).toEqual(["__token", "username", "password"]);
    expect(input("rememberLogin").value).toBe("true");
  });

  it("asks for the date of birth as for something that must be filled in", async () => {
    await show(screenForm({ form: link, facts: { "view.dateOfBirth": true }, submit: sent }));
    expect(document.querySelector("form")?.textContent).not.toContain("optional");
    await fill("username", "ann");
    await fill("password", "secret");
    await send();
    expect(errorsOf("dateOfBirth")).toEqual(["DateOfBirth is required."]);
    expect(sent).not.toHaveBeenCalled();
  });

  it("sends what is filled in, without what is empty", async () => {
    await show(screenForm({ form: login, facts: { "view.rememberAllowed": true }, submit: sent }));
    await fill("username", "ann");
    await fill("password", " secret ");
    await send();
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      username: "ann",
      password: " secret ",
      rememberLogin: false,
    });
  });

  it("sends what was written into its inputs without an event, as tools that fill in passwords may do", async () => {
    await show(screenForm({ form: login, facts: { "view.rememberAllowed": true }, submit: sent }));
    input("username").value = "ann";
    input("password").value = "secret";
    await send();
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      username: "ann",
      password: "secret",
      rememberLogin: false,
    });
    expect([input("username").value, input("password").value]).toEqual(["ann", "secret"]);
  });

  it.each<[string, string, typeof setValue]>([
    ["a script of the page", "input", (element, text) => Object.assign(element, { value: text })],
    ["such a script", "change", (element, text) => Object.assign(element, { value: text })],
    ["an extension", "change", setValue],
  ])("knows what %s wrote into an input and told by %s", async (_who, type, fillIn) => {
    await show(screenForm({ form: twoFields }));
    await send();
    expect(errorsOf("second")).toEqual(["Second is required."]);
    await act(async () => {
      fillIn(input("second"), "filled in");
      input("second").dispatchEvent(new Event(type, { bubbles: true }));
    });
    expect(errorsOf("second")).toEqual([]);
    expect(input("second").value).toBe("filled in");
  });

  it("shows all failures at once and leads to the first wrong field of the page", async () => {
    await show(screenForm({ form: twoFields, submit: sent }));
    await send();
    expect(errorsOf("first")).toEqual(["First is required."]);
    expect(errorsOf("second")).toEqual(["Second is required."]);
    expect(active()).toBe("second");
    expect(sent).not.toHaveBeenCalled();
  });

  it("validates nothing before the first attempt, and every change after it", async () => {
    await show(screenForm({ form: twoFields }));
    await fill("first", "x".repeat(21));
    expect(errorsOf("first")).toEqual([]);
    await send();
    expect(errorsOf("first")).toEqual(["Must be at most 20 characters."]);
    await fill("first", "x");
    expect(errorsOf("first")).toEqual([]);
    expect(errorsOf("second")).toEqual(["Second is required."]);
    await fill("first", "");
    expect(errorsOf("first")).toEqual(["First is required."]);
  });

  it.each([
    ["another way", { method: "pin", delivery: { reference: "A1" } }],
    ["another message", { method: "sms", delivery: { reference: "B2" } }],
  ])("begins its code anew, and nothing else, where %s asks for one", async (_what, view) => {
    const form = await compiledForm(
      "code",
      {
        fields: [
          { name: "code", widget: "one-time-code" },
          { name: "first", widget: "text" },
        ],
      },
      textsBody(["code", "first"]),
    );
    const before = { method: "sms", delivery: { reference: "A1", resendAfter: 30 } };
    const { again } = await show(screenForm({ form, view: before }));
    await fill("first", "kept");
    await send();
    await fill("code", "12");
    await again(screenForm({ form, view: { ...before, delivery: { reference: "A1", resendAfter: 0 } } }));
    expect(input("code").value).toBe("12");
    await fill("code", "");
    expect(errorsOf("code")).toEqual(["Code is required."]);
    await fill("code", "12");
    await again(screenForm({ form, view }));
    expect([input("code").value, input("first").value]).toEqual(["", "kept"]);
    expect(errorsOf("code")).toEqual([]);
  });

  it("says messages and labels in another language as soon as it changes", async () => {
    const { again } = await show(screenForm({ form: twoFields }));
    await send();
    await again(screenForm({ form: twoFields, t: germanTexts }));
    expect(errorsOf("first")).toEqual(["Feld first fehlt."]);
    expect(document.querySelector("label[for=person_first]")?.textContent).toBe("Feld first");
  });

  it("shows what the server refused on its field and leads there", async () => {
    const { again } = await show(screenForm({ form: twoFields, submit: sent }));
    await fill("first", "a");
    await fill("second", "b");
    await send();
    const problems = { First: [{ code: "problems.taken" }] };
    await again(screenForm({ form: twoFields, problems }));
    expect(errorsOf("first")).toEqual(["First is taken."]);
    expect(input("first").getAttribute("aria-invalid")).toBe("true");
    expect(active()).toBe("first");
  });

  it("forgets what the server said about a field when it is edited", async () => {
    const problems = { first: [{ code: "problems.taken" }], second: [{ code: "problems.taken" }] };
    await show(screenForm({ form: twoFields, problems }));
    await fill("first", "a");
    expect(errorsOf("first")).toEqual([]);
    expect(errorsOf("second")).toEqual(["Second is taken."]);
  });

  it("does not move the focus while a person edits beside a refusal", async () => {
    const problems = { first: [{ code: "problems.taken" }], second: [{ code: "problems.taken" }] };
    const { again } = await show(screenForm({ form: twoFields, problems }));
    await enter("first");
    await fill("first", "a");
    await again(screenForm({ form: twoFields, problems: { second: problems.second } }));
    expect(active()).toBe("first");
  });

  it("lets no later answer move the focus after a refusal in general, whatever is wrong by then", async () => {
    const { again } = await show(screenForm({ form: twoFields, values: { first: "a", second: "b" } }));
    await send();
    await again(screenForm({ form: twoFields, problems: { "": [{ code: "problems.signInFailed" }] } }));
    await fill("second", "");
    await enter("first");
    // As of another button, or a look at the screen that stands.
    await again(screenForm({ form: twoFields, problems: { second: [{ code: "problems.taken" }] } }));
    await again(screenForm({ form: twoFields, problems: {} }));
    expect(active()).toBe("first");
  });

  it.each([
    ["current-password", "password", "", { start: 0, end: 6 }],
    ["current-password", "password", "second", { start: 0, end: 6 }],
    ["one-time-code", "text", "second", { start: 0, end: 6 }],
    // What is long is mended rather than written anew.
    ["off", "text", "second", { start: 6, end: 6 }],
  ] as const)(
    "selects a refused secret, so that typing begins anew: %s, a %s, refused as “%s”",
    async (autocomplete, widget, field, range) => {
      const fields = [
        { name: "first", widget: "text" as const },
        { name: "second", widget, autocomplete },
      ];
      const form = await compiledForm("f", { fields }, textsBody(["first", "second"]));
      const { again } = await show(screenForm({ form, values: { first: "a", second: "secret" } }));
      await send();
      input("second").setSelectionRange(6, 6);
      const problems = { [field]: [{ code: "problems.signInFailed" }] };
      await again(screenForm({ form, problems }));
      expect(active()).toBe("second");
      expect({ start: input("second").selectionStart, end: input("second").selectionEnd }).toEqual(range);
    },
  );

  it.each(["", "second"])(
    "selects nothing of what was typed on before the answer, refused as “%s”",
    async (field) => {
      const fields = [{ name: "second", widget: "text" as const, autocomplete: "current-password" }];
      const form = await compiledForm("f", { fields }, textsBody(["second"]));
      const { again } = await show(screenForm({ form, values: { second: "secret" } }));
      await send();
      await enter("second");
      await fill("second", "secrets");
      input("second").setSelectionRange(7, 7);
      await again(screenForm({ form, problems: { [field]: [{ code: "problems.signInFailed" }] } }));
      expect([active(), input("second").selectionStart]).toEqual(["second", 7]);
    },
  );

  it.each(["problems.offline", "problems.tooMany"])(
    "leaves a password alone that nobody has refused: %s",
    async (code) => {
      const fields = [{ name: "second", widget: "password" as const, autocomplete: "current-password" }];
      const form = await compiledForm("f", { fields }, textsBody(["second"]));
      const { again } = await show(screenForm({ form, values: { second: "secret" } }));
      await send();
      await again(screenForm({ form, problems: { "": [{ code }] } }));
      expect(active()).not.toBe("second");
      expect(input("second").getAttribute("aria-describedby")).toBeNull();
    },
  );

  it("leaves a new password as it was typed where that is refused: it may only be too short", async () => {
    const fields = [{ name: "it", widget: "password" as const, autocomplete: "new-password" }];
    const form = await compiledForm("f", { fields }, textsBody(["it"]));
    const { again } = await show(screenForm({ form, values: { it: "secret" } }));
    await send();
    await again(screenForm({ form, problems: { it: [{ code: "problems.taken" }] } }));
    expect([active(), input("it").selectionStart]).toEqual(["it", 6]);
  });

  it("reads a refusal in general with the password that it leads to", async () => {
    const fields = [{ name: "it", widget: "password" as const, autocomplete: "current-password" }];
    const form = await compiledForm("f", { fields }, textsBody(["it"]));
    const { again } = await show(screenForm({ form, values: { it: "secret" } }));
    await again(screenForm({ form, problems: { "": [{ code: "problems.signInFailed" }] } }));
    const [described = ""] = (input("it").getAttribute("aria-describedby") ?? "").split(" ");
    expect(document.getElementById(described)?.textContent).toBe(
      "The user name or the password is not right.",
    );
  });

  it("leads to what is refused also where the screen was looked at between press and answer", async () => {
    const { again } = await show(screenForm({ form: twoFields, values: { first: "a", second: "b" } }));
    await send();
    await again(screenForm({ form: twoFields, problems: {} }));
    await again(screenForm({ form: twoFields, problems: { first: [{ code: "problems.taken" }] } }));
    expect(active()).toBe("first");
  });

  it("is sent again in spite of what the server refused before, which stands until the answer", async () => {
    const problems = { first: [{ code: "problems.taken" }], "": [{ code: "problems.signInFailed" }] };
    await show(screenForm({ form: twoFields, problems, values: { first: "a", second: "b" }, submit: sent }));
    await send();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ second: "b", first: "a" });
    expect(errorsOf("first")).toEqual(["First is taken."]);
    expect(general()).toBe("The user name or the password is not right.");
  });

  it("says what is missing in place of what the server refused before", async () => {
    const problems = { "": [{ code: "problems.signInFailed" }] };
    await show(screenForm({ form: twoFields, problems }));
    await send();
    expect(general()).toBe("");
    expect(errorsOf("first")).toEqual(["First is required."]);
  });

  it("announces the same refusal again when the server repeats it, and nothing at the press", async () => {
    const refused = () => ({
      first: [{ code: "problems.taken" }],
      "": [{ code: "problems.signInFailed" }],
    });
    const values = { first: "a", second: "b" };
    const { again } = await show(screenForm({ form: twoFields, values, problems: refused() }));
    const announced = noteAnnounced();
    await send();
    expect(announced()).toEqual([]);
    await again(screenForm({ form: twoFields, values, problems: refused() }));
    expect(announced()).toEqual(["The user name or the password is not right.", "First is taken."]);
    expect(errorsOf("first")).toEqual(["First is taken."]);
  });

  it("announces again what is wrong when it is pressed again", async () => {
    await show(screenForm({ form: twoFields }));
    await send();
    const announced = noteAnnounced();
    await send();
    expect(announced()).toEqual(["Second is required.", "First is required."]);
  });

  it("says in general what is general or belongs to a field that it does not show", async () => {
    const { again } = await show(screenForm({ form: twoFields }));
    const region = document.querySelector("[role=alert]");
    const problems = { "": [{ code: "problems.signInFailed" }], other: [{ code: "problems.taken" }] };
    await again(screenForm({ form: twoFields, problems }));
    expect(general()).toBe("The user name or the password is not right.Other is taken.");
    expect(document.querySelector("[role=alert]")).toBe(region);
  });

  it("shows the server's own texts where it has none of its own for a code", async () => {
    const problems = {
      first: [{ code: "problems.unheardOf", text: "Not like this." }],
      "": [{ code: "problems.signInFailed", text: "In another language." }],
    };
    await show(screenForm({ form: twoFields, problems }));
    expect(errorsOf("first")).toEqual(["Not like this."]);
    expect(general()).toBe("The user name or the password is not right.");
  });

  it("sends one request at a time and keeps what is typed meanwhile", async () => {
    const filled = { form: login, values: { username: "ann", password: "secret" }, submit: sent };
    const { again } = await show(screenForm({ ...filled, isBusy: () => true }));
    await send();
    expect(sent).not.toHaveBeenCalled();
    await fill("password", "secret2");
    await again(screenForm({ ...filled, problems: { "": [{ code: "problems.signInFailed" }] } }));
    expect(input("password").value).toBe("secret2");
    await send();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ username: "ann", password: "secret2" });
  });

  it("keeps input, focus and text while 30 characters are typed and the screen is drawn again", async () => {
    const { again } = await show(screenForm({ form: login }));
    const element = input("username");
    await enter("username");
    const text = "abcdefghijklmnopqrstuvwxyz0123";
    for (let length = 1; length <= text.length; length++) {
      await fill("username", text.slice(0, length));
      await again(screenForm({ form: login }));
    }
    expect(input("username")).toBe(element);
    expect(document.activeElement).toBe(element);
    expect(element.value).toBe(text);
  });

  it("starts with the view's value of a field that is kept, and of no other", async () => {
    await show(screenForm({ form: login, view: { username: "ann", password: "never" } }));
    expect(input("username").value).toBe("ann");
    expect(input("password").value).toBe("");
  });

  it("neither shows, checks nor sends a field whose condition does not hold", async () => {
    const form = await compiledForm(
      "second-factor",
      {
        fields: [
          { name: "method", widget: "select" },
          { name: "phone", widget: "phone", when: { "form.method": "sms" } },
        ],
      },
      textsBody(["phone"], {
        properties: { method: { type: "string", enum: ["sms", "pin"] }, phone: { type: "string" } },
        required: ["method", "phone"],
      }),
    );
    await show(screenForm({ form, submit: sent }));
    const method = document.querySelector("select");
    if (method === null) throw new Error("The page has no select");
    await act(async () => write(method, "sms"));
    await fill("phone", "+44 20 7946 0958");
    await send();
    expect(sent).toHaveBeenLastCalledWith({ method: "sms", phone: "+442079460958" });
    await act(async () => write(method, "pin"));
    expect(document.querySelector("[name=phone]")).toBeNull();
    await send();
    expect(sent).toHaveBeenLastCalledWith({ method: "pin" });
    await act(async () => write(method, "sms"));
    expect(input("phone").value).toBe("+44 20 7946 0958");
  });

  it("starts anew when another form takes its place", async () => {
    const other = { ...twoFields, id: "other" };
    const { again } = await show(screenForm({ form: twoFields, values: { first: "a" } }));
    await send();
    await again(screenForm({ form: other }));
    expect(input("first").value).toBe("");
    expect(errorsOf("second")).toEqual([]);
  });

  describe("before the script is there", () => {
    const props = { form: login, facts: { "view.rememberAllowed": true }, view: { username: "ann" } };
    const filled = { ...props, problems: { password: [{ code: "problems.taken" }] } };

    it("stands complete in the page, without style attributes and scripts", () => {
      const html = renderToString(screenForm(filled));
      const outsideOfStyles = html.replaceAll(/<style[^>]*>.*?<\/style>/gs, "");
      expect(outsideOfStyles).toContain('value="ann"');
      expect(outsideOfStyles).toContain("Password is taken.");
      expect(outsideOfStyles).not.toMatch(/\sstyle=/);
      expect(outsideOfStyles).not.toContain("<script");
    });

    it("is taken over without a complaint", async () => {
      const { complaints: recovered } = await takeOver(
        renderToString(screenForm(filled)),
        screenForm(filled),
      );
      expect(recovered).toEqual([]);
    });

    it("keeps what was typed, ticked and cleared", async () => {
      const html = renderToString(screenForm(props));
      const { complaints: recovered } = await takeOver(html, screenForm({ ...props, submit: sent }), () => {
        write(input("username"), "");
        write(input("password"), "typed early");
        input("rememberLogin").click();
      });
      expect(recovered).toEqual([]);
      expect(input("password").value).toBe("typed early");
      expect(input("rememberLogin").checked).toBe(true);
      await send();
      expect(errorsOf("username")).toEqual(["Username is required."]);
      await fill("username", "bob");
      await send();
      expect(sent).toHaveBeenCalledExactlyOnceWith({
        username: "bob",
        password: "typed early",
        rememberLogin: true,
      });
    });

    it("leads to the first wrong field of a refused native post, but not away from where a person types", async () => {
      const html = renderToString(screenForm(filled));
      await takeOver(html, screenForm(filled));
      expect(active()).toBe("password");
      await clearPage();
      await takeOver(html, screenForm(filled), () => input("username").focus());
      expect(active()).toBe("username");
    });
  });

  it("ticks a box by its words", async () => {
    await show(screenForm({ form: login, facts: { "view.rememberAllowed": true } }));
    await press(input("rememberLogin").closest("label"));
    expect(input("rememberLogin").checked).toBe(true);
  });
});
