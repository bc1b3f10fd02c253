import { expect, it } from "vitest";
import { callPath } from "../../src/shared/contract.ts";
import { onSqlite } from "../support/databases.ts";
import { addPersonWith, giveFactors } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { methodOf } from "../support/test-client.ts";

/** What belongs to people; when a session was used is no change of it. */
const tables = [
  "users",
  "sessions",
  "second_factors",
  "recovery_codes",
  "credentials",
  "external_logins",
  "remembered_devices",
  "memberships",
  "messages",
  "customer_uses",
  "sent_codes",
  "sign_out_notices",
] as const;

/** What an address may say to make something happen. */
const everyName =
  "logoutId=x&state=x&id=x&code=x&token=x&language=de&method=sms&forced=true&displayName=x&customerId=x&cid=x&answer=yes";
const queries = [
  "",
  `button=skip&${everyName}`,
  `button=switch&${everyName}&returnUrl=%2Faccount%2Flogout`,
  `button=signout&${everyName}`,
];

onSqlite((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  const everything = async () => {
    const { db } = database.store();
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(rows, (key, value) =>
      ["seen_at", "expires_at"].includes(key) ? undefined : value,
    );
    return JSON.parse(text) as unknown;
  };

  it("no page and no call that is got, whatever its address says, changes what people have", async () => {
    const { services } = server();
    const person = await addPersonWith(server(), []);
    await server().addCustomers(person.user, 2);
    const browser = server().browser();
    await browser.signIn(person.user.username, testPassword);
    await giveFactors(server(), person, ["authenticator", "sms"], ["11111111111111111111"]);
    const halfWay = server().browser();
    await halfWay.signIn(person.user.username, testPassword);
    const { screens, contracts } = services.config();
    const pages = Object.values(screens).map(({ path }) => path.replace("*", "/nothing"));
    const names = Object.keys(contracts) as (keyof typeof contracts)[];
    const calls = names.filter((name) => methodOf(name) === "GET").map(callPath);
    const before = await everything();
    for (const path of [...pages, ...calls])
      for (const query of queries)
        for (const method of query === "" ? ["GET", "HEAD"] : ["GET"])
          for (const visitor of [browser, halfWay])
            await visitor.send(`${path}${query === "" ? "" : `?${query}`}`, {
              method,
              headers: { accept: "text/html" },
            });
    expect(await everything()).toEqual(before);
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
  });
});
