import * as oidc from "openid-client";
import { expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf } from "../support/relying-party.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  it("a token says by how many factors its person was proven, and when", async () => {
    const browser = suite().server.browser();
    const person = await addPersonWith(suite().server, ["authenticator"]);
    const begun = await (await suite().application()).begin();
    const query = { returnUrl: returnUrlOf(await suite().follow(browser, begun.path)) };
    await givePassword(browser, person, query);
    suite().server.clock.advance(5000);
    const code = appCode(suite().server);
    const done = await giveCode(browser, "authenticator", code, { query });
    const tokens = await begun.finish(await suite().follow(browser, done.json.redirect));
    expect(tokens.claims()).toMatchObject({ sub: person.user.id, amr: ["pwd", "otp", "mfa"] });
    const age = suite().server.clock.now() / 1000 - Number(tokens.claims()?.auth_time);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60);
  });

  it("a code is worth nothing without its verifier", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application } = await suite().signIn(browser, user);
    const begun = await application.begin();
    const back = await suite().follow(browser, begun.path);
    const trade = oidc.authorizationCodeGrant(application.configuration, back, {
      expectedState: begun.state,
    });
    await expect(trade).rejects.toMatchObject({ error: "invalid_grant" });
  });

  it("a refresh token that comes eight times at once leaves one that is good, until another of them comes", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const { application, tokens } = await suite().signIn(browser, user, "web", offline);
    const refresh = (token: string | undefined) =>
      oidc.refreshTokenGrant(application.configuration, token ?? "");
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => refresh(tokens.refresh_token)));
    const got = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const looked = await Promise.all(
      got.map(({ refresh_token = "" }) => oidc.tokenIntrospection(application.configuration, refresh_token)),
    );
    expect(looked.filter(({ active }) => active)).toHaveLength(1);
    const [dead] = got.filter((_one, index) => !looked[index]?.active);
    await expect(refresh(dead?.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
    const [good] = got.filter((_one, index) => looked[index]?.active);
    await expect(refresh(good?.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  });
});
