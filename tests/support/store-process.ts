// One server process more, for tests of what several do at once: node store-process.ts <settings> <action> <argument>
import { accountLockout } from "../../src/server/domain/lockout.ts";
import { ensureSecrets } from "../../src/server/store/secrets.ts";
import { openStore, type Store } from "../../src/server/store/store.ts";
import { takeTry } from "../../src/server/store/throttle.ts";
import { redeemTicket } from "../../src/server/store/tickets.ts";
import type { DatabaseSettings } from "./databases.ts";

const timesEach = 10;

const actions: Record<string, (store: Store, argument: string) => Promise<unknown>> = {
  migrate: (store) => store.migrate(),
  redeem: ({ db }, secret) =>
    times(() => redeemTicket(db, "exchange", secret, { browserHash: null, now: Date.now() })),
  takeTries: ({ db }, key) => times(() => takeTry(db, key, accountLockout, Date.now())),
  ensureSecret: ({ db }, kid) =>
    ensureSecrets(db, [Buffer.alloc(32)], "signing-es256", () => ({ kid, value: kid }), Date.now()),
};

const [settings = "", action = "", argument = ""] = process.argv.slice(2);
const store = openStore(JSON.parse(settings) as DatabaseSettings, console);
const result = await actions[action]?.(store, argument);
await store.close();
process.stdout.write(JSON.stringify(result ?? null));

function times(act: () => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: timesEach }, act));
}
