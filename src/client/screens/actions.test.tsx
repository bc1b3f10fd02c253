// @vitest-environment jsdom

import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { screens } from "../../../screens.config.json" with { type: "json" };
import "../../../tests/support/jsdom-gaps.ts";
import { clearPage, fill, input, press } from "../../../tests/support/forms.tsx";
import { loginView } from "../../../tests/support/sample-page-state.ts";
import { type Sample, showScreen, takeScreenOver } from "../../../tests/support/screens.tsx";
import type { Controls } from "../page/controls.ts";
import { ActionButton } from "../parts/action-button.tsx";

const acted = vi.fn<Controls["act"]>();
const submitted = vi.fn<Controls["submit"]>();

afterEach(async () => {
  await clearPage();
  vi.useRealTimers();
  acted.mockReset();
  submitted.mockReset();
});

const controls = () => ({ act: acted, submit: submitted });
const button = (value: string) =>
  document.querySelector<HTMLButtonElement>(`button[name=__action][value="${value}"]`);
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe("a further button inside of a form", () => {
  const screen: Sample = {
    screen: {
      form: "login",
      submit: { call: "Login" },
      actions: [{ call: "SendOTP", label: "again" }],
    },
    texts: { submit: "Send", "actions.again": "Send again" },
    state: { view: loginView },
    controls,
  };

  it("is given what a submit would send: what is typed, nothing empty, ticks as booleans", async () => {
    await showScreen(screen);
    await fill("username", "ann");
    await press(input("rememberLogin"));
    await press(button("again"));
    expect(acted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ call: "SendOTP", label: "again" }),
      { username: "ann", rememberLogin: true },
    );
    expect(submitted).not.toHaveBeenCalled();
  });

  it("does nothing while a call is under way", async () => {
    const { set } = await showScreen(screen);
    await set({ busy: true });
    await press(button("again"));
    expect(acted).not.toHaveBeenCalled();
  });

  it("is told to be under way outside of what is marked as busy, which screen readers pass over", async () => {
    const { set } = await showScreen(screen);
    await set({ busy: true });
    expect(textsOf("[role=status]")).toContain("Sending");
    expect(textsOf("[aria-busy=true] [role=status]")).toEqual([]);
  });
});

it("is told to be under way where only a panel has buttons, and once where a form has them too", async () => {
  const sending = () => textsOf("[role=status]").filter((text) => text === "Sending");
  const device = { id: "1", name: "Telephone", createdAt: 0, lastUsedAt: null };
  const view = { items: [device], fresh: false, offered: false, allowed: true };
  const devices = { screen: screens.registerDevice as unknown as Sample["screen"], state: { view } };
  for (const one of [devices, { screen: { form: "login", submit: { call: "Login" } } }] as const) {
    const { set } = await showScreen(one);
    expect(sending()).toEqual([]);
    await set({ busy: true });
    expect(sending()).toEqual(["Sending"]);
    await clearPage();
  }
});

describe("one button for each item", () => {
  const providers = [
    { id: "one", displayName: "First <b>", iconUrl: null },
    { id: "two", displayName: "Second", iconUrl: null },
  ];
  const screen: Sample = {
    screen: {
      panel: "message",
      actions: [
        { call: "VendorLogin", with: { vendorId: "item.id" }, label: "with", each: "view.providers" },
      ],
    },
    texts: { "actions.with": "Sign in with {displayName}" },
    state: { view: { providers } },
    controls,
  };

  it("says the item's words and posts its id", async () => {
    const { html } = await takeScreenOver(screen);
    expect(textsOf("button[name=__action]")).toEqual(["Sign in with First <b>", "Sign in with Second"]);
    expect(html).toContain('value="with~two"');
  });

  it("is pressed with its item", async () => {
    await showScreen(screen);
    await press(button("with~two"));
    expect(acted.mock.lastCall?.[0]).toMatchObject({ label: "with", index: 1, item: providers[1] });
  });

  it.each([[[]], [null], ["text"], [undefined]])("there is none where the list is %j", async (list) => {
    await showScreen({ ...screen, state: { view: { providers: list } } });
    expect(textsOf("button[name=__action]")).toEqual([]);
  });
});

describe("a button that has to wait", () => {
  const screen: Sample = {
    screen: {
      panel: "message",
      actions: [{ call: "GeneratePin", label: "again", wait: "view.delivery.resendAfter" }],
    },
    texts: { "actions.again": "Send again" },
    state: { view: { delivery: { resendAfter: 3 } } },
    controls,
  };
  const visible = () => button("again")?.querySelector("[aria-hidden]")?.textContent;
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

  it("stands in the server's markup with the whole wait, and can be focused", async () => {
    const { html, complaints } = await takeScreenOver(screen);
    expect(html).toContain("Send again (3\u00a0s)");
    expect(complaints).toEqual([]);
    button("again")?.focus();
    expect(document.activeElement).toBe(button("again"));
  });

  it("is no waiting one until a script counts: without one it would wait for ever", async () => {
    const { html } = await takeScreenOver(screen);
    expect(html).not.toContain("aria-disabled");
    expect(button("again")?.getAttribute("aria-disabled")).toBe("true");
  });

  it("counts down, does nothing before, keeps the focus, and then is pressed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    await showScreen(screen);
    button("again")?.focus();
    for (const left of [3, 2, 1]) {
      expect(visible()).toBe(`Send again (${left}\u00a0s)`);
      expect(button("again")?.getAttribute("aria-disabled")).toBe("true");
      await press(button("again"));
      await seconds(1);
    }
    expect(acted).not.toHaveBeenCalled();
    expect(button("again")?.textContent).toBe("Send again");
    expect(button("again")?.hasAttribute("aria-disabled")).toBe(false);
    expect(document.activeElement).toBe(button("again"));
    await press(button("again"));
    expect(acted).toHaveBeenCalledOnce();
    await seconds(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("counts in minutes where seconds would say little", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    await showScreen({ ...screen, state: { view: { delivery: { resendAfter: 240 } } } });
    await act(async () => button("again")?.focus());
    expect(visible()).toBe("Send again (4\u00a0min)");
    expect(textsOf("form [role=status]").join("")).toBe("Available in 4 minutes.");
    await seconds(119);
    expect(visible()).toBe("Send again (3\u00a0min)");
    await seconds(1);
    expect(visible()).toBe("Send again (120\u00a0s)");
  });

  it("announces no second: the words that are read aloud stay", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    await showScreen(screen);
    const aloud = () => button("again")?.querySelector(":not([aria-hidden])")?.textContent;
    expect(aloud()).toBe("Send again");
    await seconds(1);
    expect(aloud()).toBe("Send again");
    expect(button("again")?.closest("[role=status], [role=alert], [aria-live]")).toBeNull();
  });

  it("says how long when it is come to or pressed, and once that the wait is over", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    await showScreen(screen);
    const told = () => textsOf("form [role=status]").join("");
    expect(told()).toBe("");
    await act(async () => button("again")?.focus());
    expect(told()).toBe("Available in 3 seconds.");
    await seconds(1);
    expect(told()).toBe("Available in 3 seconds.");
    await press(button("again"));
    expect(told()).toBe("Available in 2 seconds.");
    await seconds(2);
    expect(told()).toBe("“Send again” is now available.");
    await press(button("again"));
    expect(told()).toBe("“Send again” is now available.");
  });

  it("says of a wait that begins later nothing before it is over", async () => {
    const { set } = await showScreen({ ...screen, state: { view: { delivery: { resendAfter: 0 } } } });
    const filled = vi.fn();
    const observer = new MutationObserver(filled);
    for (const place of document.querySelectorAll("form [role=status]"))
      observer.observe(place, { childList: true, characterData: true, subtree: true });
    await set({ view: { delivery: { resendAfter: 3 } } });
    expect(visible()).toBe("Send again (3\u00a0s)");
    observer.disconnect();
    expect(filled).not.toHaveBeenCalled();
  });

  it("waits again with the next view, also as long as before", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const { set } = await showScreen(screen);
    await seconds(3);
    await set({ view: { delivery: { resendAfter: 3 } } });
    expect(visible()).toBe("Send again (3\u00a0s)");
    await seconds(2);
    expect(visible()).toBe("Send again (1\u00a0s)");
  });

  it("waits no longer for having slept with its device, whose timers stood still", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
    await showScreen({ ...screen, state: { view: { delivery: { resendAfter: 60 } } } });
    vi.setSystemTime(Date.now() + 40_000);
    await seconds(1);
    expect(visible()).toBe("Send again (19\u00a0s)");
  });

  it("waits as long where the clock is set back meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
    await showScreen(screen);
    vi.setSystemTime(Date.now() - 3_600_000);
    await seconds(2);
    expect(visible()).toBe("Send again (1\u00a0s)");
  });

  it.each([0, -5, null, "60", undefined])("waits for nothing where the view says %j", async (resendAfter) => {
    await showScreen({ ...screen, state: { view: { delivery: { resendAfter } } } });
    await press(button("again"));
    expect(acted).toHaveBeenCalledOnce();
  });
});

describe("a button in a panel", () => {
  const items = [
    { id: "6", name: "Phone" },
    { id: "7", name: "Laptop" },
  ];
  const screen: Sample = {
    screen: {
      panel: "message",
      actions: [
        {
          call: "RemoveCredential",
          with: { id: "item.id" },
          label: "remove",
          each: "view.items",
          inPanel: true,
          when: { "view.mayRemove": true },
        },
      ],
    },
    texts: { "actions.remove": "Remove {name}" },
    state: { view: { mayRemove: true, items } },
    controls,
    beside: (
      <ActionButton label="remove" item={items[1]}>
        <input name="reason" defaultValue="lost" />
      </ActionButton>
    ),
  };

  it("stands where the panel wants it and not below", async () => {
    await showScreen(screen);
    expect(textsOf("button[name=__action]")).toEqual(["Remove Laptop"]);
    expect(document.querySelector("section button[name=__action]")).toBeNull();
  });

  it("is pressed with its item and what stands in its own inputs", async () => {
    await showScreen(screen);
    await press(button("remove~7"));
    expect(acted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ label: "remove", item: items[1] }),
      { reason: "lost" },
    );
    expect(submitted).not.toHaveBeenCalled();
  });

  it("is a form of its own, which posts natively", async () => {
    await showScreen(screen);
    const form = button("remove~7")?.form ?? undefined;
    expect(form?.method).toBe("post");
    expect(form?.getAttribute("action")).toBe("/sample");
    expect(Object.fromEntries(new FormData(form, button("remove~7")))).toEqual({
      __token: "page-token",
      __action: "remove~7",
      reason: "lost",
    });
  });

  it("is not there where its condition does not hold, or its item is another", async () => {
    const { set } = await showScreen({ ...screen, state: { view: { mayRemove: false, items } } });
    expect(textsOf("button[name=__action]")).toEqual([]);
    await set({ view: { mayRemove: true, items: [items[0]] } });
    expect(textsOf("button[name=__action]")).toEqual([]);
  });
});

describe("a button that asks back", () => {
  const screen: Sample = {
    screen: {
      form: "login",
      submit: { call: "Login" },
      actions: [{ call: "SendOTP", label: "again", confirm: true, color: "danger" }],
    },
    texts: {
      submit: "Send",
      "actions.again": "Send again",
      "confirm.again.title": "Send it again?",
      "confirm.again.text": "The one before ends.",
    },
    state: { view: loginView },
    controls,
  };
  const dialog = () => document.querySelector("dialog");
  const answer = (text: string) =>
    [...(dialog()?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent === text) ?? null;

  it("does nothing before the answer, and then what was pressed, with what was typed", async () => {
    await showScreen(screen);
    await fill("username", "ann");
    expect(dialog()).toBeNull();
    await press(button("again"));
    expect(acted).not.toHaveBeenCalled();
    expect(dialog()?.getAttribute("role")).toBe("alertdialog");
    expect(textsOf("dialog h2, dialog p, dialog button")).toEqual([
      "Send it again?",
      "The one before ends.",
      "Send again",
      "Cancel",
    ]);
    await press(answer("Send again"));
    expect(acted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ label: "again" }), {
      username: "ann",
      rememberLogin: false,
    });
    expect(dialog()).toBeNull();
  });

  it("does nothing after a no, and asks again when it is pressed again", async () => {
    await showScreen(screen);
    await press(button("again"));
    await press(answer("Cancel"));
    expect(dialog()).toBeNull();
    await press(button("again"));
    await act(async () => dialog()?.dispatchEvent(new Event("cancel", { cancelable: true })));
    expect(dialog()).toBeNull();
    expect(acted).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });

  describe("without script", () => {
    const values = { username: "ann", rememberLogin: true, absent: false };
    const asked: Sample = { ...screen, state: { view: loginView, asked: { action: "again", values } } };

    it("asks on a page of its own, whose answer posts what was pressed", async () => {
      const { complaints } = await takeScreenOver(asked);
      expect(complaints).toEqual([]);
      expect(textsOf("h1, header p")).toEqual(["Send it again?", "The one before ends."]);
      expect(document.querySelector("input[name=password]")).toBeNull();
      const form = button("again")?.form ?? undefined;
      expect(Object.fromEntries(new FormData(form, button("again")))).toEqual({
        __token: "page-token",
        __action: "again",
        __confirmed: "yes",
        username: "ann",
        rememberLogin: "on",
      });
      expect(document.querySelector("section a")?.getAttribute("href")).toBe("/sample");
    });

    it("is answered by the script once that is there, and asks no second time", async () => {
      await takeScreenOver(asked);
      await press(button("again"));
      expect(dialog()).toBeNull();
      expect(acted).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ label: "again" }),
        expect.objectContaining(values),
      );
    });

    it("shows the screen where it no longer has such a button", async () => {
      const gone = { view: loginView, asked: { action: "gone", values } };
      await takeScreenOver({ ...screen, state: gone });
      expect(textsOf("h1")).toEqual(["Sample"]);
      expect(input("username")).toBeDefined();
    });
  });
});

it("tells with every native form at which step it stands", async () => {
  await showScreen({
    screen: {
      steps: [
        { id: "code", form: "login", submit: { call: "Login" }, actions: [{ call: "Next", label: "on" }] },
      ],
    },
    texts: { "code.submit": "Send", "code.title": "Code", "code.actions.on": "On" },
    state: { view: { step: "code" } },
  });
  expect(input("__step").value).toBe("code");
});
