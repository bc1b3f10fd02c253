import { expect, it } from "vitest";
import { addCredential } from "../../src/server/store/credentials.ts";
import { touchMembership } from "../../src/server/store/customers.ts";
import { linkExternalLogin } from "../../src/server/store/external-logins.ts";
import { oidcRecords } from "../../src/server/store/oidc-records.ts";
import { rememberDevice } from "../../src/server/store/remembered-devices.ts";
import { setNewEmail } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { runOperator } from "../support/operator-command.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { suiteServer } from "../support/server.ts";

const recoveryCode = "12345678901234567890";

onEachDatabase((database) => {
  const server = suiteServer(database);
  const db = () => database.store().db;

  const exported = (...options: string[]) =>
    runOperator(database, "users", ["export", ...options], {
      environment: { VESTIBULE_SECRET_KEY: server().services.settings.secretKeys[0].toString("base64") },
    });

  async function personWithEverything() {
    const person = await addPersonWith(server(), ["authenticator", "sms"], [recoveryCode]);
    const { services, clock } = server();
    const { id } = person.user;
    const now = clock.now();
    const [customer] = await server().addCustomers(person.user, 1);
    await touchMembership(db(), id, customer?.id ?? "", now);
    await setNewEmail(db(), id, "typed@somewhere.example");
    await rememberDevice(db(), { idHash: `device ${id}`, userId: id, expiresAt: now + 1000 }, now);
    const key = {
      publicKey: `key ${id}`,
      counter: 1,
      transports: [],
      backupEligible: false,
      backedUp: false,
    };
    await addCredential(db(), { id: `credential ${id}`, userId: id, name: "My phone", ...key }, now);
    const identity = { issuer: "https://contoso.example", subject: id, vendorId: "contoso" };
    await linkExternalLogin(db(), { ...identity, userId: id, displayName: "Ada" }, now);
    const grant = { accountId: id, clientId: "payroll" };
    await oidcRecords(db(), services.settings.secretKeys).upsert("Grant", `grant ${id}`, grant, 1000, now);
    const browser = server().browser();
    await givePassword(browser, person);
    const { json } = await giveCode(browser, "authenticator", appCode(server()));
    await browser.call("Exchange", { state: json.state });
    await givePassword(server().browser(), person);
    await server().browser().call("Recover", { username: person.user.username });
    return { person, customer, now: new Date(now).toISOString() };
  }

  it("tells all that is kept of a person, and of nobody else", async () => {
    await personWithEverything();
    const { person, customer, now } = await personWithEverything();
    const { user, email, phone } = person;
    const { code, output, error } = await exported(user.username.toUpperCase());
    expect([code, error]).toEqual([0, ""]);
    const used = { createdAt: now, lastUsedAt: null };
    const { events, sessions, signInsUnderWay, secondFactors, recoveryCodes, messages, ...rest } =
      JSON.parse(output);
    expect(rest).toEqual({
      account: {
        id: user.id,
        username: user.username,
        displayName: user.displayName,
        email,
        newEmail: "typed@somewhere.example",
        phone,
        language: null,
        dateOfBirth: null,
        roles: [],
        hasPassword: true,
        passwordChangedAt: null,
        passwordExpiresAt: null,
        mustChangePassword: false,
        secondFactorRequired: false,
        disabled: false,
        deviceOfferAt: null,
        newBrowserToldAt: new Date(user.createdAt).toISOString(),
        createdAt: new Date(user.createdAt).toISOString(),
      },
      customers: [{ customer: customer?.id }],
      customerUses: [{ customer: customer?.id, lastUsedAt: expect.any(String) }],
      devices: [{ name: "My phone", ...used }],
      providers: [
        {
          provider: "contoso",
          issuer: "https://contoso.example",
          subject: user.id,
          displayName: "Ada",
          ...used,
        },
      ],
      rememberedDevices: [{ createdAt: now, expiresAt: expect.any(String) }],
      enteredApplications: [],
      grants: [{ application: "payroll", expiresAt: expect.any(String) }],
    });
    expect(secondFactors).toEqual([
      {
        method: "authenticator",
        target: null,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
      { method: "sms", target: phone, createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ]);
    expect(recoveryCodes).toEqual([{ createdAt: expect.any(String), usedAt: null }]);
    expect(sessions).toMatchObject([
      { customer: customer?.id, provenBy: ["pwd", "otp", "mfa"], provider: null },
    ]);
    expect(signInsUnderWay.length).toBeGreaterThan(0);
    // The code of the second step, and the link to a new password.
    expect(messages).toEqual(
      ["sms", "mail"].map((channel) => ({
        channel,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      })),
    );
    const audit = await runOperator(database, "audit", ["--account", user.username, "--json"]);
    const lines = audit.output.trimEnd().split("\n");
    const shown = events.map(({ id: _, ...event }: { id: string }) => event);
    expect(shown).toEqual(
      lines.map((line) => {
        const { userId: _, username: __, ...event } = JSON.parse(line);
        return event;
      }),
    );
  });

  it("holds nothing that lets anybody in", async () => {
    const { person } = await personWithEverything();
    const { id, username, passwordPhc } = person.user;
    const { output } = await exported(username);
    const owned = async (table: "sessions" | "second_factors" | "recovery_codes" | "credentials") =>
      db().selectFrom(table).selectAll().where("user_id", "=", id).execute();
    const [session, factor, code, device] = [
      await owned("sessions"),
      await owned("second_factors"),
      await owned("recovery_codes"),
      await owned("credentials"),
    ].map(([row]) => row as Record<string, unknown> | undefined);
    const secrets = [
      passwordPhc,
      session?.id_hash,
      session?.browser_hash,
      factor?.secret,
      code?.hash,
      device?.public_key,
      recoveryCode,
    ];
    for (const secret of secrets) {
      expect(secret).toEqual(expect.any(String));
      expect(output).not.toContain(secret);
    }
  });

  it("says that nobody has the name, and without one stays the list of all", async () => {
    expect(await exported("nobody at all")).toEqual({
      code: 1,
      output: "",
      error: 'No account is called "nobody at all".\n',
    });
    expect((await exported()).output).toMatch(/^username,displayName,email,/);
    expect((await exported("one", "two")).error).toContain("npm run users -- <command>");
  });
});
