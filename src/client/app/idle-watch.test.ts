// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anna, samplePageState, visitor } from "../../../tests/support/sample-page-state.ts";
import type { User } from "../../generated/calls.ts";
import { minute, second } from "../../shared/durations.ts";
import { generalProblem, left } from "../api/call-failure.ts";
import { createPageStore, firstPage } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { createIdleWatch } from "./idle-watch.ts";
import type { CallOutcome } from "./run-use.ts";

/** A page whose session lives for some time, and calls that answer as told. */
function watchOf(life: number, more: Partial<User> = {}) {
  const screen = screens.home;
  if (screen === undefined) throw new Error("there is a home");
  const page = createPageStore(firstPage(samplePageState({ screen: "home" }), screen));
  const living = (left: number): Partial<User> => ({
    sessionExpiresAt: Date.now() + left,
    sessionExpiresIn: left,
    sessionEndsAt: Date.now() + 24 * 60 * minute,
    ...more,
  });
  page.set({ user: { ...anna, ...living(life) } });
  const answers: Record<string, () => CallOutcome> = {
    SilentLogout: () => ({ data: { outcome: "signedOut" } }),
    ExtendSession: () => ({ data: living(life) }),
  };
  const run = vi.fn(async ({ call }: { call: string }, _facts: unknown, _options?: { form?: unknown }) => {
    const answer = answers[call];
    if (answer === undefined) throw new Error(`nobody answers ${call}`);
    return answer();
  });
  const leave = vi.fn();
  const watch = createIdleWatch({ page, run, leave });
  const stop = watch.start();
  return { page, answers, run, leave, watch, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the warning", () => {
  it("comes two minutes before the end, and says when that is", async () => {
    const { watch } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(57 * minute);
    expect(watch.warning()).toBeNull();
    await vi.advanceTimersByTimeAsync(minute);
    const warning = watch.warning();
    expect(warning).toMatchObject({ final: false, problems: {} });
    const ahead = (warning?.endsAt ?? 0) - Date.now();
    expect(ahead).toBeGreaterThan(110 * second);
    expect(ahead).toBeLessThanOrEqual(120 * second);
  });

  it("leaves half of a short session in peace", async () => {
    const { watch } = watchOf(minute);
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(watch.warning()).toBeNull();
    await vi.advanceTimersByTimeAsync(10 * second);
    expect((watch.warning()?.endsAt ?? 0) - Date.now()).toBeGreaterThan(20 * second);
  });

  it("goes when the person stays, and comes again before the next end", async () => {
    const { watch, run, leave, page } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(59 * minute);
    await watch.stay();
    // Pressed above the screens: the coming of another one hides no refusal.
    expect(run).toHaveBeenCalledExactlyOnceWith({ call: "ExtendSession" }, {}, { outlives: true });
    expect(watch.warning()).toBeNull();
    expect(page.get().user.sessionExpiresIn).toBe(60 * minute);
    await vi.advanceTimersByTimeAsync(57 * minute);
    expect([watch.warning(), leave.mock.calls.length]).toEqual([null, 0]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(watch.warning()).not.toBeNull();
  });

  it("goes when another tab knows of a later end", async () => {
    const { watch, page } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(59 * minute);
    watch.livesUntil((page.get().user.sessionExpiresAt ?? 0) + 50 * minute);
    expect(watch.warning()).toBeNull();
    await vi.advanceTimersByTimeAsync(48 * minute);
    expect(watch.warning()).toBeNull();
    await vi.advanceTimersByTimeAsync(minute);
    expect(watch.warning()).not.toBeNull();
  });

  it("says why the session was not made longer, and stands", async () => {
    const { watch, answers } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(59 * minute);
    answers.ExtendSession = () => ({ failure: generalProblem("problems.offline") });
    const before = watch.warning();
    await watch.stay();
    const problems = { "": [{ code: "problems.offline" }] };
    expect(watch.warning()).toEqual({ ...before, problems });
  });

  it("goes where the person is led elsewhere, because the session had ended", async () => {
    const { watch, answers, leave } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(59 * minute);
    answers.ExtendSession = () => ({ failure: left });
    await watch.stay();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect([watch.warning(), leave.mock.calls.length]).toEqual([null, 0]);
  });

  it("says that a session which has lived as long as any may cannot be extended, and that its time was over", async () => {
    const { watch, run, leave } = watchOf(60 * minute, { sessionEndsAt: Date.now() + 60 * minute });
    await vi.advanceTimersByTimeAsync(58 * minute);
    expect(watch.warning()?.final).toBe(true);
    watch.dismiss();
    expect(watch.warning()).toBeNull();
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(run.mock.calls.map(([, , options]) => options?.form)).toMatchObject([{ reason: "timeLimit" }]);
    expect(leave).toHaveBeenCalledOnce();
  });

  it("is none for nobody", async () => {
    const { watch, page } = watchOf(60 * minute);
    page.set({ user: visitor });
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(watch.warning()).toBeNull();
  });
});

describe("the end", () => {
  it("comes when nobody answers the warning, with the reason", async () => {
    const { watch, run, leave } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(run.mock.calls.map(([, , options]) => options?.form)).toMatchObject([{ reason: "inactivity" }]);
    expect([watch.warning(), leave.mock.calls.length]).toEqual([null, 1]);
  });

  it("is put off where the server knows of later use", async () => {
    const { watch, answers, leave } = watchOf(60 * minute);
    answers.SilentLogout = () => ({
      data: {
        outcome: "signedIn",
        sessionExpiresAt: Date.now() + 30 * minute,
        sessionExpiresIn: 30 * minute,
      },
    });
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect([watch.warning(), leave.mock.calls.length]).toEqual([null, 0]);
    await vi.advanceTimersByTimeAsync(28 * minute);
    expect(watch.warning()).not.toBeNull();
  });

  it("leads nobody away who has signed in while the server was asked", async () => {
    const { page, answers, leave } = watchOf(60 * minute);
    answers.SilentLogout = () => {
      const sessionExpiresAt = Date.now() + 60 * minute;
      page.set({ user: { ...anna, userId: "u2", sessionExpiresAt } });
      return { data: { outcome: "signedOut" } };
    };
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(leave).not.toHaveBeenCalled();
  });

  it("is seen at once by a tab that slept through it", async () => {
    const { leave } = watchOf(60 * minute);
    vi.setSystemTime(Date.now() + 3 * 60 * minute);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(leave).toHaveBeenCalledOnce();
  });

  it("is seen within moments on a page that stood in sight while its device slept, and its timers with it", async () => {
    const { leave } = watchOf(60 * minute);
    await vi.advanceTimersByTimeAsync(5 * minute);
    vi.setSystemTime(Date.now() + 3 * 60 * minute);
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(leave).toHaveBeenCalledOnce();
  });
});
