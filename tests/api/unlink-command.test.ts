import { expect, it } from "vitest";
import { unlinkProvider } from "../../src/server/operators/accounts.ts";
import { readAudit } from "../../src/server/store/audit.ts";
import { vendorsOfUser } from "../../src/server/store/external-logins.ts";
import { onEachDatabase } from "../support/databases.ts";
import { runOperator } from "../support/operator-command.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  const db = () => database.store().db;
  const unlink = (username: string, provider: string) =>
    runOperator(database, "users", ["unlink", username, provider], {
      environment: {
        VESTIBULE_SECRET_KEY: suite().server.services.settings.secretKeys[0].toString("base64"),
      },
    });

  it("npm run users -- unlink removes a link: who came by it is out at once, and comes in by it no more", async () => {
    const { server } = suite();
    const [person, other, browser] = [suite().person(), suite().person(), server.browser()];
    const { id, username } = await suite().linked(person);
    const stranger = await suite().linked(other);
    await suite().signIn(browser, person);
    expect(await browser.isSignedIn()).toBe(true);
    expect(await unlink(username, "fabrikam")).toEqual({
      code: 1,
      output: "",
      error: `${username} is not linked to "fabrikam", but to contoso.\n`,
    });
    expect(await browser.isSignedIn()).toBe(true);
    expect(await unlink(username, "contoso")).toMatchObject({
      code: 0,
      output: `${username} is no longer linked to contoso, and signed out everywhere.\n`,
    });
    expect([await vendorsOfUser(db(), id), await vendorsOfUser(db(), stranger.id)]).toEqual([
      [],
      ["contoso"],
    ]);
    expect(await browser.isSignedIn()).toBe(false);
    const again = server.browser();
    await suite().signIn(again, person);
    expect(await again.isSignedIn()).toBe(false);
    expect((await unlink(username, "contoso")).error).toBe(`${username} is not linked to "contoso".\n`);
    const rows = await readAudit(db(), { userId: id }, { limit: 50 });
    const removed = rows.filter(({ event }) => event === "externalLogin.removed");
    expect(removed.map(({ detail }) => detail)).toEqual([
      { by: "operator", login: expect.any(String), vendorId: "contoso" },
    ]);
  });

  it("a sign-in that came by the link and still owes something ends with it", async () => {
    const { server } = suite();
    const [person, browser] = [suite().person(), server.browser()];
    const user = await suite().linked(person, await server.addUser({ secondFactorRequired: true }));
    await suite().signIn(browser, person);
    const attempts = () => db().selectFrom("attempts").select("id").where("user_id", "=", user.id).execute();
    expect(await attempts()).toHaveLength(1);
    await unlinkProvider(server.services, user, "contoso");
    expect(await attempts()).toEqual([]);
  });
});
