import { day } from "../../shared/durations.ts";
import { nameBudget } from "../account/guess.ts";
import { sealTotpKey } from "../codes/totp.ts";
import { mailRecoveryCodeLink } from "../operators/accounts.ts";
import { openServices } from "../operators/open-services.ts";
import type { Services } from "../services.ts";
import { readSettings } from "../settings/settings.ts";
import { addCredential } from "../store/credentials.ts";
import { addMemberships, requireSecondFactorAt, upsertCustomers } from "../store/customers.ts";
import { linkExternalLogin } from "../store/external-logins.ts";
import { replaceRecoveryCodes } from "../store/recovery-codes.ts";
import { saveSecondFactor } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { findUser, insertUser, type User } from "../store/users.ts";
import { demoPublicKey } from "./device-personas.ts";
import { customerId, demoCustomers } from "./generated-customers.ts";
import { type Persona, personas } from "./personas.ts";
import { strictCustomer } from "./setup-personas.ts";

/** Fills the demo's database. What is there stays, so that a restart keeps what was changed. */
export async function seed(services: Services): Promise<void> {
  const { db } = services.store;
  await upsertCustomers(db, demoCustomers());
  await requireSecondFactorAt(db, [customerId(strictCustomer)], true);
  for (const persona of personas) {
    if ((await findUser(db, persona.id)) === undefined) await seedPersona(services, persona);
    if (persona.locked) await lockName(db, persona.username, services.now());
  }
}

/** Adds one user with everything that belongs to their situation. */
export async function seedPersona(services: Services, persona: Persona): Promise<void> {
  const user = await seedUser(services, persona);
  await seedSecondFactors(services, persona);
  await seedCredential(services, persona);
  await seedExternalLogin(services, persona);
  if (persona.recoveryCodeLink) await mailRecoveryCodeLink(services, user);
}

async function seedUser({ store, hasher, now }: Services, persona: Persona): Promise<User> {
  const { db } = store;
  const { id, username, displayName, email, roles = ["EMPLOYEE"], customers = [] } = persona;
  const user = await insertUser(
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
      passwordPhc: await hasher.hash(persona.password),
      passwordChangedAt: now(),
      passwordExpiresAt: persona.passwordExpired ? now() : null,
      webauthnHandle: persona.credential?.handle ?? null,
      deviceOfferAt: persona.deviceOfferAt ?? null,
      secondFactorRequired: persona.secondFactorRequired ?? false,
      dateOfBirth: persona.dateOfBirth ?? null,
    },
    now(),
  );
  const memberships = customers.map((number) => ({ userId: id, customerId: customerId(number) }));
  await addMemberships(db, memberships);
  return user;
}

async function seedSecondFactors(
  { store: { db }, settings, now }: Services,
  persona: Persona,
): Promise<void> {
  const { id, email, phone = null, secondFactors = [], authenticatorKey, recoveryCodes = [] } = persona;
  const { secretKeys } = settings;
  const targets = { authenticator: null, sms: phone, pin: email };
  for (const [index, kind] of secondFactors.entries()) {
    const key = kind === "authenticator" ? authenticatorKey : undefined;
    const secret = key === undefined ? null : sealTotpKey(secretKeys, key);
    // A millisecond apart, so that the last is the one used last.
    await saveSecondFactor(
      db,
      id,
      { kind, secret, target: targets[kind] },
      now() - secondFactors.length + index,
    );
  }
  if (recoveryCodes.length > 0) await replaceRecoveryCodes(db, secretKeys, id, recoveryCodes, now());
}

async function seedCredential({ store, now }: Services, { id: userId, credential }: Persona): Promise<void> {
  if (credential === undefined) return;
  const { id, name } = credential;
  const device = { transports: ["internal"], counter: 0, backupEligible: false, backedUp: false };
  await addCredential(store.db, { ...device, id, name, userId, publicKey: demoPublicKey }, now());
}

async function seedExternalLogin(
  { store, config, now }: Services,
  { id: userId, externalLogin, displayName }: Persona,
): Promise<void> {
  const issuer = externalLogin && config().vendors[externalLogin.vendorId]?.issuer;
  if (externalLogin === undefined || issuer === undefined) return;
  await linkExternalLogin(store.db, { ...externalLogin, issuer, userId, displayName }, now());
}

/** A name that has just failed a hundred times, so that the demo shows the wait without anybody trying. */
async function lockName(db: Db, username: string, now: number): Promise<void> {
  const values = { failures: 100, locked_until: now + day, expires_at: now + 2 * day };
  await db
    .insertInto("throttle")
    .values({ key: nameBudget(username).key, ...values })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(values))
    .execute();
}

/** What it takes to write into the demo's database, as the environment names it. The store must be closed by the caller. */
export async function demoServices(environment: NodeJS.ProcessEnv): Promise<Services> {
  const settings = readSettings(environment);
  if (settings.environment === "production") throw new Error("The demo does not run in production");
  return openServices(settings);
}

if (import.meta.main) {
  const services = await demoServices(process.env);
  await services.store.migrate();
  await seed(services);
  await services.store.close();
}
