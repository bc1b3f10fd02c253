import { sha256 } from "../crypto.ts";
import { foldUsername } from "../domain/fold.ts";
import { createPasswordHasher, type PasswordHasher } from "../password-hash.ts";
import { readSettings } from "../settings.ts";
import { addMemberships, upsertCustomers } from "../store/customers.ts";
import { openStore } from "../store/store.ts";
import type { Db } from "../store/tables.ts";
import { findUser, insertUser } from "../store/users.ts";
import { customerId, demoCustomers } from "./generated-customers.ts";
import { type Persona, personas } from "./personas.ts";

const day = 24 * 3_600_000;

/** Fills the demo's database. What is there stays, so that a restart keeps what was changed. */
export async function seed(db: Db, hasher: PasswordHasher, now: number): Promise<void> {
  await upsertCustomers(db, demoCustomers());
  for (const persona of personas) {
    await seedPersona(db, hasher, persona, now);
    if (persona.locked) await lockName(db, persona.username, now);
  }
}

async function seedPersona(db: Db, hasher: PasswordHasher, persona: Persona, now: number): Promise<void> {
  if ((await findUser(db, persona.id)) !== undefined) return;
  const { id, username, displayName, email, roles, customers } = persona;
  await insertUser(
    db,
    {
      id,
      username,
      displayName,
      email,
      roles,
      phone: persona.phone ?? null,
      language: persona.language ?? null,
      disabled: persona.disabled ?? false,
      allCustomers: customers === "all",
      passwordPhc: await hasher.hash(persona.password),
      passwordChangedAt: now,
    },
    now,
  );
  if (customers === "all") return;
  const memberships = customers.map((number) => ({ userId: id, customerId: customerId(number) }));
  await addMemberships(db, memberships);
}

/** A name that has just failed a hundred times, so that the demo shows the wait without anybody trying. */
async function lockName(db: Db, username: string, now: number): Promise<void> {
  const values = { failures: 100, locked_until: now + day, expires_at: now + 2 * day };
  await db
    .insertInto("throttle")
    .values({ key: `name:${sha256(foldUsername(username))}`, ...values })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(values))
    .execute();
}

if (import.meta.main) {
  const settings = readSettings(process.env);
  if (settings.environment === "production") throw new Error("The demo does not run in production");
  const store = openStore(settings, { warn: (_details, message) => console.warn(message) });
  await store.migrate();
  await seed(store.db, createPasswordHasher(settings.hash), Date.now());
  await store.close();
}
