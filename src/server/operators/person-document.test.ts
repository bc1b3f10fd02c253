import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { parts } from "./person-document.ts";

/** Why a table that says whose a row is, or a column of one that is told, is left out. */
const leftOut: Record<string, string> = {
  "users.username_fold": "the name in another spelling",
  "users.password_phc": "a hash, of which it is told whether there is one",
  "users.version": "counts changes",
  "users.webauthn_handle":
    "the name by which devices find their key: whoever has it knows whose device it is",
  "memberships.search": "the customer's name, not the person's",
  "second_factors.secret": "the key of an authenticator app",
  "second_factors.last_step": "spends codes",
  "recovery_codes.hash": "a hash",
  "credentials.id": "what a device is asked for",
  "credentials.public_key": "a key",
  "credentials.counter": "spends signatures",
  "credentials.transports": "how a browser reaches the device",
  "credentials.backup_eligible": "of the device, not of the person",
  "credentials.backed_up": "of the device, not of the person",
  "remembered_devices.id_hash": "a hash",
  "sessions.id_hash": "a hash",
  "sessions.browser_hash": "a hash",
  "sessions.vendor_token": "a provider's token, sealed",
  "sessions.device_offer": "of this sign-in's way alone",
  "sessions.second_step_skipped": "of this sign-in's way alone",
  "attempts.id": "the server's name of a sign-in that is under way",
  "attempts.browser_hash": "a hash",
  "attempts.return_key": "where the sign-in leads",
  "attempts.password_at": "of this sign-in's way alone",
  "attempts.second_factor_at": "of this sign-in's way alone",
  "attempts.customer_id": "of no use",
  "attempts.data": "what is proven so far, and keys that are being set up",
  "attempts.version": "counts changes",
};

onEachDatabase((database) => {
  test("every column of a table that says whose a row is is told, or left out for a reason", async () => {
    const told = Object.values(parts).flatMap(({ table, owner, columns }) => [
      `${table}.${owner}`,
      ...Object.values(columns).map(({ column }) => `${table}.${column}`),
    ]);
    const tables = await database.store().db.introspection.getTables();
    const ofPersons = tables.filter(
      ({ name, columns }) => name === "users" || columns.some((column) => column.name === "user_id"),
    );
    const kept = ofPersons.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    expect([...new Set([...told, ...Object.keys(leftOut)])].sort()).toEqual(kept.sort());
  });
});
