import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEachDatabase } from "../../../../tests/support/databases.ts";
import { second } from "../../../shared/durations.ts";
import type { CallContext } from "../../call.ts";
import { addressKey } from "../../domain/address-key.ts";
import { Problem } from "../../problem.ts";
import type { Store } from "../../store/store.ts";
import { readTries } from "../../store/throttle.ts";
import { assertMaySend, forgiveSends, mayReach, type SendRequest } from "./send-limits.ts";

const start = 1_700_000_000_000;

/** A caller at an address of its own, and the clock that it is seen by. */
function caller(store: Store) {
  const clock = { now: start };
  const address = `2001:db8:${randomUUID().slice(0, 4)}::1`;
  return { clock, context: { services: { store, now: () => clock.now }, address } as unknown as CallContext };
}

function request(changes: Partial<SendRequest> = {}): SendRequest {
  const id = randomUUID();
  return { purpose: "secondFactor", owner: id, channel: "sms", username: id, to: `+${id}`, ...changes };
}

/** What came of asking: `sent`, or the problem's code with the seconds to wait. */
async function ask(context: CallContext, order: SendRequest): Promise<string> {
  try {
    await assertMaySend(context, order);
    return "sent";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [problem] = error.options.codes?.[""] ?? [];
    return `${error.status} ${problem?.code} ${problem?.params?.count}`;
  }
}

onEachDatabase((database) => {
  describe("a code", () => {
    test("may be asked for again after 30 seconds, for the same purpose and owner", async () => {
      const { clock, context } = caller(database.store());
      const order = request();
      expect(await ask(context, order)).toBe("sent");
      clock.now += 12 * second;
      expect(await ask(context, order)).toBe("400 problems.resendTooSoon 18");
      expect(await ask(context, { ...order, purpose: "setup" })).toBe("sent");
      clock.now += 18 * second;
      expect(await ask(context, order)).toBe("sent");
    });

    test("is one, however often it is asked for at once", async () => {
      const { context } = caller(database.store());
      const order = request();
      const asked = await Promise.all(Array.from({ length: 10 }, () => ask(context, order)));
      expect(asked.filter((answer) => answer === "sent")).toHaveLength(1);
    });
  });

  describe("messages", () => {
    test("of one account are five, in any spelling and through any attempt, then wait", async () => {
      const store = database.store();
      const username = `Straße-${randomUUID()}`;
      const answers: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { context } = caller(store);
        const spelt = index % 2 === 0 ? username : username.toUpperCase();
        answers.push(await ask(context, request({ username: spelt })));
      }
      expect(answers).toEqual([...Array(5).fill("sent"), "429 problems.tooMany 60"]);
      expect(await ask(caller(store).context, request({ username, channel: "mail" }))).toBe("sent");
    });

    test("to one target are five, whoever's account asks", async () => {
      const { context } = caller(database.store());
      const to = `${randomUUID()}@example.com`;
      const order = { purpose: "secondFactor", channel: "sms" } as const;
      const answers: string[] = [];
      for (let index = 0; index < 6; index += 1) answers.push(await ask(context, request({ to })));
      expect(answers).toEqual([...Array(5).fill("sent"), "429 problems.tooMany 60"]);
      expect(await mayReach(context, { ...order, to })).toBe(false);
      expect(await mayReach(context, { ...order, channel: "mail", to })).toBe(true);
    });

    test("that strangers ask for keep nobody from the code of their second step", async () => {
      const store = database.store();
      const order = request({ channel: "mail" });
      for (let index = 0; index < 6; index += 1)
        await ask(caller(store).context, { ...order, purpose: "oneTimeToken", owner: randomUUID() });
      for (let index = 0; index < 6; index += 1)
        await ask(caller(store).context, {
          ...request(),
          purpose: "setup",
          channel: "mail",
          to: order.to ?? "",
        });
      expect(await ask(caller(store).context, order)).toBe("sent");
    });

    test("that arrived count no longer, for their address alone the others do", async () => {
      const { clock, context } = caller(database.store());
      const order = { ...request(), to: `+${randomUUID()}` };
      const others = [request(), request()];
      for (const each of [order, ...others]) await ask(context, each);
      await forgiveSends(context, order);
      const key = `send-address:${addressKey(context.address)}`;
      const [tries] = await readTries(database.store().db, [key], clock.now);
      expect(tries?.failures).toBe(2);
    });

    test("from one address are enough for a company, and end", async () => {
      const { context } = caller(database.store());
      const answers: string[] = [];
      for (let index = 0; index < 201; index += 1) answers.push(await ask(context, request()));
      expect(answers.slice(0, 200)).toEqual(Array(200).fill("sent"));
      expect(answers[200]).toBe("429 problems.tooMany 60");
    });

    test("that are refused count for nothing: neither for an account nor for an address", async () => {
      const store = database.store();
      const { context } = caller(store);
      const [spent, order] = [request(), request()];
      for (let index = 0; index < 200; index += 1) await ask(context, request());
      for (let index = 0; index < 6; index += 1)
        expect(await ask(context, order)).toBe("429 problems.tooMany 60");
      expect(await ask(caller(store).context, order)).toBe("sent");
      const { clock, context: other } = caller(store);
      for (let index = 0; index < 9; index += 1)
        await ask(other, { ...spent, owner: randomUUID(), to: `+${randomUUID()}` });
      const [tries] = await readTries(store.db, [`send-address:${addressKey(other.address)}`], clock.now);
      expect(tries?.failures).toBe(5);
    });
  });
});
