// @vitest-environment jsdom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
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
  texts,
  textsBody,
  write,
} from "../../../tests/support/forms.tsx";
import { freePasswordRules } from "../../../tests/support/free-password-rules.ts";
import { translatePage } from "../../../tests/support/translate-page.ts";
import type { FormField } from "../../generated/config.ts";
import { inputDebounce } from "../../shared/constants.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { toFacts } from "../../shared/matches.ts";

const choice = { type: "string", enum: ["sms", "pin"] };
const choiceTexts = texts({
  "forms.f.it.options.sms": "Text message",
  "forms.f.it.options.pin": "Mailed PIN",
});

function oneField(field: Omit<FormField, "name">, schema: JsonSchema = { type: "string" }) {
  const body = textsBody([], { properties: { it: schema }, required: ["it"] });
  return compiledForm("f", { fields: [{ name: "it", ...field }] }, body);
}

const key = (type: "keydown" | "keyup", capsLock: boolean) =>
  act(async () => {
    document.dispatchEvent(new KeyboardEvent(type, { modifierCapsLock: capsLock, bubbles: true }));
  });
const described = (name: string) =>
  (input(name).getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== "");

describe("the widgets of a form", () => {
  let complaints: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    complaints = vi.spyOn(console, "error");
  });
  afterEach(async () => {
    await key("keyup", false);
    await clearPage();
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });

  it("tie label, hint and error to the input, and only those that are there", async () => {
    const form = await oneField({ widget: "text", hint: true });
    await show(screenForm({ form, t: texts({ "forms.f.it.hint": "As on your card" }) }));
    expect(document.querySelector("label")?.htmlFor).toBe(input("it").id);
    expect(input("it").getAttribute("aria-invalid")).toBe("false");
    expect(described("it").map((id) => document.getElementById(id)?.textContent)).toEqual([
      "As on your card",
    ]);
    const marked = () => document.querySelectorAll("[data-wrong] > input").length;
    expect(marked()).toBe(0);
    await send();
    expect(input("it").getAttribute("aria-invalid")).toBe("true");
    expect(marked()).toBe(1);
    expect(described("it").map((id) => document.getElementById(id)?.textContent)).toEqual([
      "It is required.",
      "As on your card",
    ]);
  });

  it("describe nothing where there is neither hint nor error", async () => {
    await show(screenForm({ form: await oneField({ widget: "text" }) }));
    expect(input("it").hasAttribute("aria-describedby")).toBe(false);
  });

  it("show a long code in groups while it is typed, and send it without", async () => {
    const submit = vi.fn();
    const form = await oneField({ widget: "one-time-code", group: 5 });
    await show(screenForm({ form, submit }));
    await fill("it", "123456789012");
    expect(input("it").value).toBe("12345 67890 12");
    await send();
    expect(submit).toHaveBeenCalledWith({ it: "123456789012" });
  });

  it("show a code in groups that an extension wrote and told by change", async () => {
    await show(screenForm({ form: await oneField({ widget: "one-time-code", group: 5 }) }));
    await act(async () => {
      setValue(input("it"), "abcdefghij");
      input("it").dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(input("it").value).toBe("abcde fghij");
  });

  it("take a code of a known length out of a message that is pasted, and leave the rest to the browser", async () => {
    await show(screenForm({ form: await oneField({ widget: "one-time-code", digits: 6 }) }));
    await fill("it", "12");
    const paste = (text: string) => {
      const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
        clipboardData: { getData: () => text },
      });
      return act(async () => input("it").dispatchEvent(event));
    };
    expect(await paste("123 456")).toBe(true);
    expect(input("it").value).toBe("12");
    expect(await paste("Your code is\n123456\nReference: K7QF")).toBe(false);
    expect(input("it").value).toBe("123456");
  });

  it("leave a code alone that an input method composes, and show it in groups then", async () => {
    await show(screenForm({ form: await oneField({ widget: "one-time-code", group: 5 }) }));
    const compose = (event: Event) =>
      act(async () => {
        setValue(input("it"), "１２３４５６");
        input("it").dispatchEvent(event);
      });
    await compose(new InputEvent("input", { bubbles: true, isComposing: true }));
    expect(input("it").value).toBe("１２３４５６");
    await compose(new CompositionEvent("compositionend", { bubbles: true }));
    expect(input("it").value).toBe("１２３４５ ６");
  });

  it("announce errors in a region that stands before them", async () => {
    await show(screenForm({ form: await oneField({ widget: "text" }) }));
    const region = document.getElementById("f_it-error");
    expect(region?.getAttribute("role")).toBe("alert");
    expect(region?.textContent).toBe("");
    await send();
    expect(document.getElementById("f_it-error")).toBe(region);
    expect(region?.textContent).toBe("It is required.");
  });

  it("mark what is required for machines, and say of the rest that it may stay empty", async () => {
    const body = textsBody([], {
      properties: { it: { type: "string" }, may: { type: "string" } },
      required: ["it"],
    });
    const fields = ["it", "may"].map((name) => ({ name, widget: "text" as const }));
    await show(screenForm({ form: await compiledForm("f", { fields }, body) }));
    expect([...document.querySelectorAll("[aria-required=true]")]).toEqual([input("it")]);
    const labels = [...document.querySelectorAll("label")].map(({ textContent }) => textContent);
    expect(labels).toEqual(["It", expect.stringMatching(/ \(optional\)$/)]);
  });

  it.each([
    {
      widget: "text",
      type: "text",
      autocomplete: "username webauthn",
      literal: true,
      dir: "auto",
      mode: null,
    },
    { widget: "text", type: "text", autocomplete: "name", literal: false, dir: "auto", mode: null },
    { widget: "email", type: "email", autocomplete: "email", literal: true, dir: "ltr", mode: null },
    { widget: "phone", type: "tel", autocomplete: "tel", literal: true, dir: "ltr", mode: null },
    {
      widget: "one-time-code",
      type: "text",
      autocomplete: "one-time-code",
      literal: true,
      dir: "ltr",
      mode: "numeric",
    },
    {
      widget: "password",
      type: "password",
      autocomplete: "current-password",
      literal: true,
      dir: "ltr",
      mode: null,
    },
    { widget: "date", type: "date", autocomplete: "bday", literal: false, dir: null, mode: null },
  ] as const)(
    "give $widget for $autocomplete the right input",
    async ({ widget, type, autocomplete, ...more }) => {
      await show(screenForm({ form: await oneField({ widget, autocomplete }) }));
      const element = input("it");
      expect(element.type).toBe(type);
      expect(element.getAttribute("autocomplete")).toBe(autocomplete);
      expect(element.getAttribute("spellcheck")).toBe(more.literal ? "false" : null);
      expect(element.getAttribute("autocapitalize")).toBe(more.literal ? "none" : null);
      expect(element.getAttribute("dir")).toBe(more.dir);
      expect(element.getAttribute("inputmode")).toBe(more.mode);
    },
  );

  it("take the keyboard that the form asks for", async () => {
    await show(screenForm({ form: await oneField({ widget: "one-time-code", inputMode: "text" }) }));
    expect(input("it").getAttribute("inputmode")).toBe("text");
  });

  it("send codes and numbers without the gaps that people write, and addresses without spaces around", async () => {
    const submit = vi.fn();
    const widgets = ["one-time-code", "phone", "email", "text"] as const;
    const fields = widgets.map((widget) => ({ name: widget, widget }));
    const form = await compiledForm("f", { fields }, textsBody(widgets));
    const values = { "one-time-code": "12 34", phone: "+44 (0)20-79", email: " a@b.c ", text: " a b " };
    await show(screenForm({ form, values, submit }));
    await send();
    const sent = { "one-time-code": "1234", phone: "+4402079", email: "a@b.c", text: " a b " };
    expect(submit).toHaveBeenCalledExactlyOnceWith(sent);
  });

  it.each(["1901-01-01", "0001-01-01", "0001-01-01T00:00:00"])("show the date %s as empty", async (date) => {
    await show(screenForm({ form: await oneField({ widget: "date" }), values: { it: date } }));
    expect(input("it").value).toBe("");
    await send();
    expect(errorsOf("it")).toEqual(["It is required."]);
  });

  describe("a birth date", () => {
    const calendar = () => document.querySelector<HTMLElement>("[role=dialog]");
    const day = () => (document.activeElement as HTMLElement).dataset.day;
    const key = (name: string, shiftKey = false) =>
      act(async () => {
        const options = { key: name, shiftKey, bubbles: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", options));
      });
    /** Presses the button of the calendar; `meanwhile` happens before that is there. */
    const pressOpen = async (value: string, meanwhile?: () => void) => {
      const form = await oneField({ widget: "date", autocomplete: "bday" });
      await show(screenForm({ form, values: { it: value } }));
      const button = document.querySelector<HTMLElement>("button[aria-haspopup=dialog]");
      await act(async () => {
        button?.focus();
        button?.click();
        meanwhile?.();
        await import("./date/calendar.tsx");
      });
      return button;
    };
    const open = async (value: string) => {
      const button = await pressOpen(value);
      expect(calendar()).not.toBeNull();
      return button;
    };

    it("is chosen by keys from a calendar that begins weeks on Monday", async () => {
      const button = await open("1984-02-29");
      expect(calendar()?.querySelector("th")?.abbr).toBe("Monday");
      expect(day()).toBe("1984-02-29");
      const ways: [string, boolean, string][] = [
        ["ArrowRight", false, "1984-03-01"],
        ["ArrowUp", false, "1984-02-23"],
        ["Home", false, "1984-02-20"],
        ["End", false, "1984-02-26"],
        ["PageDown", false, "1984-03-26"],
        ["PageUp", true, "1983-03-26"],
        ["ArrowLeft", false, "1983-03-25"],
        ["ArrowDown", false, "1983-04-01"],
      ];
      for (const [name, shift, place] of ways) {
        await key(name, shift);
        expect([name, day()]).toEqual([name, place]);
      }
      await act(async () => (document.activeElement as HTMLElement).click());
      expect(input("it").value).toBe("1983-04-01");
      expect(calendar()).toBeNull();
      expect(document.activeElement).toBe(button);
    });

    it("keeps what was typed when the calendar is only looked at", async () => {
      const button = await open("1984-02-29");
      await key("ArrowDown");
      await key("Escape");
      expect(calendar()).toBeNull();
      expect([input("it").value, document.activeElement]).toEqual(["1984-02-29", button]);
    });

    it.each(["altKey", "ctrlKey", "metaKey"])(
      "leaves the browser its keys, those with %s",
      async (modifier) => {
        await open("1984-02-29");
        const event = new KeyboardEvent("keydown", {
          key: "ArrowLeft",
          bubbles: true,
          cancelable: true,
          [modifier]: true,
        });
        await act(async () => document.activeElement?.dispatchEvent(event));
        expect([day(), event.defaultPrevented]).toEqual(["1984-02-29", false]);
      },
    );

    it("takes the focus from nobody who has gone on while the calendar was fetched", async () => {
      const next = () => document.querySelector<HTMLElement>("button[type=submit]");
      await pressOpen("", () => next()?.focus());
      expect(calendar()).toBeNull();
      expect(document.activeElement).toBe(next());
    });

    it("cannot be a day to come", async () => {
      const thisYear = new Date().getFullYear();
      await open("");
      const years = [...(calendar()?.querySelectorAll("select")[1]?.options ?? [])].map(({ text }) => text);
      expect([years[0], years.at(-1)]).toEqual([String(thisYear), "1900"]);
      expect(Number(day()?.slice(0, 4))).toBe(thisYear - 30);
    });
  });

  it("say of half a date what is missing once it is left, and nothing of a whole one", async () => {
    const t = texts({ "validation.dateIncomplete": "Please enter the whole date." });
    await show(screenForm({ form: await oneField({ widget: "date" }), t }));
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const said = () => document.querySelector("[id$=-day]")?.textContent;
    const isHalf = vi.fn(() => true);
    Object.defineProperty(input("it"), "validity", { get: () => ({ badInput: isHalf() }) });
    const settle = () => act(() => vi.advanceTimersByTimeAsync(inputDebounce));
    input("it").focus();
    await fill("it", "1990-02-03");
    await settle();
    expect(said()).toBe("");
    await act(async () => input("it").blur());
    await settle();
    expect(said()).toBe("Please enter the whole date.");
    expect(input("it").getAttribute("aria-invalid")).toBe("true");
    isHalf.mockReturnValue(false);
    input("it").focus();
    await fill("it", "1990-02-04");
    await act(async () => input("it").blur());
    await settle();
    expect(said()).toBe("");
  });

  it("show a real date", async () => {
    await show(screenForm({ form: await oneField({ widget: "date" }), values: { it: "1990-02-03" } }));
    expect(input("it").value).toBe("1990-02-03");
  });

  it.each(["text", "checkbox", "select", "radio"] as const)(
    "let no browser call an empty %s wrong before it was sent",
    async (widget) => {
      await show(screenForm({ form: await oneField({ widget }, choice), t: choiceTexts }));
      // Firefox hands this on to screen readers, whatever `aria-invalid` says.
      expect(document.querySelectorAll(":invalid")).toHaveLength(0);
      expect(document.querySelectorAll("[aria-required=true]")).toHaveLength(1);
    },
  );

  it("keep a hidden value and show nothing of it", async () => {
    const submit = vi.fn();
    await show(screenForm({ form: await oneField({ widget: "hidden" }), values: { it: "x" }, submit }));
    expect(input("it").type).toBe("hidden");
    expect(document.querySelector("label")).toBeNull();
    await send();
    expect(submit).toHaveBeenCalledExactlyOnceWith({ it: "x" });
  });

  it("let a person choose from a list", async () => {
    const submit = vi.fn();
    await show(screenForm({ form: await oneField({ widget: "select" }, choice), t: choiceTexts, submit }));
    const select = document.querySelector("select");
    expect([...document.querySelectorAll("[aria-required=true]")]).toEqual([select]);
    expect([...(select?.options ?? [])].map((option) => option.text)).toEqual([
      "",
      "Text message",
      "Mailed PIN",
    ]);
    await send();
    expect(document.activeElement).toBe(select);
    if (select !== null) await act(async () => write(select, "pin"));
    await send();
    expect(submit).toHaveBeenCalledExactlyOnceWith({ it: "pin" });
  });

  it("let a person choose among buttons, named as a group", async () => {
    const submit = vi.fn();
    await show(screenForm({ form: await oneField({ widget: "radio" }, choice), t: choiceTexts, submit }));
    const group = document.querySelector("[role=radiogroup]");
    expect(document.getElementById(group?.getAttribute("aria-labelledby") ?? "")?.textContent).toBe("It");
    await send();
    expect(group?.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(document.querySelector("input[value=sms]"));
    await press(document.querySelector<HTMLElement>("input[value=pin]"));
    await send();
    expect(submit).toHaveBeenCalledExactlyOnceWith({ it: "pin" });
  });

  it("start with the contract's default", async () => {
    const form = await oneField({ widget: "select" }, { ...choice, default: "pin" });
    await show(screenForm({ form, t: choiceTexts }));
    expect(document.querySelector("select")?.value).toBe("pin");
  });

  it("say their words in another language as soon as it changes", async () => {
    const form = await oneField({ widget: "radio" }, choice);
    const { again } = await show(screenForm({ form, t: choiceTexts }));
    await again(
      screenForm({ form, t: (name) => (name.includes(".options.") ? `Wahl ${name}` : germanTexts(name)) }),
    );
    expect(document.querySelector("[role=radiogroup] label")?.textContent).toBe(
      "Wahl forms.f.it.options.sms",
    );
  });
});

describe("a password", () => {
  const toggle = () => document.querySelector<HTMLButtonElement>("button[aria-pressed]");
  const status = () => document.querySelector("[role=status]");

  beforeEach(async () => {
    const fields = ["one", "two"].map((name) => ({ name, widget: "password" as const }));
    await show(screenForm({ form: await compiledForm("f", { fields }, textsBody(["one", "two"])) }));
  });
  afterEach(async () => {
    await key("keyup", false);
    await clearPage();
  });

  it("can be shown and hidden without sending it", async () => {
    expect(toggle()?.type).toBe("button");
    expect(toggle()?.title).toBe("Show “One”");
    expect(toggle()?.getAttribute("aria-pressed")).toBe("false");
    await fill("one", "secret");
    await press(toggle());
    expect(toggle()?.getAttribute("aria-pressed")).toBe("true");
    expect(input("one").type).toBe("text");
    expect(input("two").type).toBe("password");
    expect(input("one").value).toBe("secret");
    await press(toggle());
    expect(input("one").type).toBe("password");
    expect(errorsOf("two")).toEqual([]);
  });

  it("keeps focus and caret when it is shown", async () => {
    await fill("one", "secret");
    await enter("one");
    input("one").setSelectionRange(2, 4);
    const press = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    toggle()?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    const setRange = vi.spyOn(input("one"), "setSelectionRange");
    await act(async () => toggle()?.click());
    expect(document.activeElement).toBe(input("one"));
    expect(setRange).toHaveBeenCalledExactlyOnceWith(2, 4);
  });

  it("is hidden again when it is sent", async () => {
    await press(toggle());
    await send();
    expect(input("one").type).toBe("password");
  });

  it("warns of caps lock in the field that is entered, and describes it, in a region that stands before", async () => {
    const region = status();
    await enter("one");
    await key("keydown", true);
    expect(region?.textContent).toBe("Warning: CAPS LOCK is on!");
    expect(status()).toBe(region);
    expect(described("one")).toEqual([region?.id]);
    await key("keyup", false);
    expect(region?.textContent).toBe("");
    expect(described("one")).toEqual([]);
  });

  it("stops warning also on a page that the browser has translated", async () => {
    const region = status();
    await enter("one");
    await key("keydown", true);
    translatePage();
    await key("keyup", false);
    expect(region?.isConnected).toBe(true);
    expect(region?.textContent).toBe("");
  });

  it("warns as soon as the next field is entered, without another key", async () => {
    await enter("one");
    await key("keydown", true);
    await enter("two");
    const regions = [...document.querySelectorAll("[role=status]")].map((region) => region.textContent);
    expect(regions).toEqual(["", "Warning: CAPS LOCK is on!"]);
  });

  it("does not stumble over the key events of autofill, which are none", async () => {
    await enter("one");
    await act(async () => {
      document.dispatchEvent(new Event("keydown", { bubbles: true }));
    });
    expect(status()?.textContent).toBe("");
  });
});

describe("a new password", () => {
  const view = {
    username: "paula.plain",
    rules: { ...freePasswordRules, minLength: 8, words: ["Vestibule"] },
  };
  const fields: FormField[] = [
    { name: "newPassword", widget: "new-password", autocomplete: "new-password" },
    { name: "confirmPassword", widget: "password", autocomplete: "new-password", sameAs: "newPassword" },
  ];
  const password = { type: "string", minLength: 1, maxLength: 512 };
  const body = textsBody(["newPassword", "confirmPassword"], {
    properties: { newPassword: password, confirmPassword: password },
  });
  const rows = () =>
    [...document.querySelectorAll("li")].map((row) => [row.textContent, row.dataset.met === "true"]);
  const met = () => rows().map(([, isMet]) => isMet);
  const spoken = () => document.querySelector("ul + [role=status]")?.textContent;

  let page: Awaited<ReturnType<typeof show>>;
  let drawn: Parameters<typeof screenForm>[0];

  beforeEach(async () => {
    const form = { fields, rules: "view.rules", username: "view.username" } as const;
    drawn = { form: await compiledForm("f", form, body), facts: toFacts({ view }) };
    page = await show(screenForm(drawn));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await clearPage();
  });

  it("lists the rules, described to the input, with a tick and a word for what is met", async () => {
    expect(rows()).toEqual([
      ["Password must be at least 8 characters.", false],
      ["Password must be at most 128 characters.", false],
      ["Must not contain your name.", false],
      ["Passwords must match.", false],
    ]);
    expect(described("newPassword")).toEqual([document.querySelector("ul")?.id]);
    await fill("newPassword", "short");
    expect(met()).toEqual([false, true, true, false]);
    expect(rows()[1]).toEqual(["Password must be at most 128 characters. – met", true]);
    await fill("newPassword", "i am paula!");
    expect(met()).toEqual([true, true, false, false]);
    await fill("newPassword", "our Vestibule");
    expect(met()).toEqual([true, true, false, false]);
    await fill("newPassword", "long enough");
    await fill("confirmPassword", "long enough");
    expect(met()).toEqual([true, true, true, true]);
  });

  it("says what is still open once nobody types any more, not at each letter", async () => {
    vi.useFakeTimers();
    await fill("newPassword", "s");
    await act(() => vi.advanceTimersByTimeAsync(800));
    await fill("newPassword", "sh");
    await act(() => vi.advanceTimersByTimeAsync(800));
    expect(spoken()).toBe("");
    await act(() => vi.advanceTimersByTimeAsync(800));
    expect(spoken()).toBe(
      "Password does not meet the requirements. Password must be at least 8 characters. Passwords must match.",
    );
    await fill("newPassword", "long enough");
    await fill("confirmPassword", "long enough");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(spoken()).toBe("The password meets all rules.");
    await fill("newPassword", "");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(spoken()).toBe("");
  });

  it("names no repetition where there is none to type", async () => {
    await clearPage();
    const alone = { fields: fields.slice(0, 1), rules: "view.rules", username: "view.username" } as const;
    const bodyOfOne = textsBody(["newPassword"], { properties: { newPassword: password } });
    await show(screenForm({ ...drawn, form: await compiledForm("f", alone, bodyOfOne) }));
    await fill("newPassword", "long enough");
    expect(met()).toEqual([true, true, true]);
  });

  it("is not said to meet all rules while it is refused by one that is not listed", async () => {
    vi.useFakeTimers();
    await fill("newPassword", "long enough");
    await fill("confirmPassword", "long enough");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await page.again(
      screenForm({ ...drawn, problems: { newPassword: [{ code: "validation.passwordSame" }] } }),
    );
    expect(errorsOf("newPassword")).toHaveLength(1);
    expect(spoken()).toBe("");
  });

  it("is held to the rules of the view, and its repetition to it", async () => {
    await fill("newPassword", "short");
    await fill("confirmPassword", "other");
    await send();
    expect(errorsOf("newPassword")).toEqual(["Password does not meet the requirements."]);
    expect(document.querySelector("ul")?.dataset.wrong).toBe("true");
    expect(errorsOf("confirmPassword")).toEqual(["Passwords must match."]);
    await fill("newPassword", "long enough");
    await fill("confirmPassword", "long enough");
    expect([...errorsOf("newPassword"), ...errorsOf("confirmPassword")]).toEqual([]);
  });

  it("is the same in its repetition however accents are composed", async () => {
    await fill("newPassword", "näher am Meer".normalize("NFC"));
    await fill("confirmPassword", "näher am Meer".normalize("NFD"));
    expect(met()).toEqual([true, true, true, true]);
    await send();
    expect(errorsOf("confirmPassword")).toEqual([]);
  });

  it("says of an empty repetition that it is missing, not that it differs", async () => {
    await fill("newPassword", "long enough");
    await send();
    expect(errorsOf("confirmPassword")).toEqual(["ConfirmPassword is required."]);
  });

  it("is kept by password managers under the user name, which is not sent", () => {
    const known = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]');
    expect([known?.value, known?.name]).toEqual(["paula.plain", ""]);
    expect(known && getComputedStyle(known).display).toBe("none");
  });
});
