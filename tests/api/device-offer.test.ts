import { expect, it } from "vitest";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf } from "../support/relying-party.ts";
import { testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  it("holds an application up for ten minutes at most where the page was closed", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser({ deviceOfferAt: 0 });
    const closed = await (await suite().application("web")).begin();
    const returnUrl = returnUrlOf(await suite().follow(browser, closed.path));
    const { json } = await browser.signIn(user.username, testPassword, { returnUrl });
    expect(json).toMatchObject({ outcome: "deviceOffered" });
    const silent = async () => {
      const begun = await (await suite().application("spa")).begin({ prompt: "none" });
      return (await suite().follow(browser, begun.path)).searchParams;
    };
    expect((await silent()).get("error")).toBe("interaction_required");
    suite().server.clock.advance(10 * minute);
    expect((await silent()).has("code")).toBe(true);
    expect((await suite().follow(browser, returnUrl)).searchParams.has("code")).toBe(true);
  });

  it("is over for every application once it was declined", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser({ deviceOfferAt: 0 });
    const begun = await (await suite().application("web")).begin();
    const returnUrl = returnUrlOf(await suite().follow(browser, begun.path));
    await browser.signIn(user.username, testPassword, { returnUrl });
    const { json } = await browser.call("SkipFido", undefined, { returnUrl });
    expect((await begun.finish(await suite().follow(browser, json.redirect))).claims()?.sub).toBe(user.id);
    const silent = await (await suite().application("spa")).begin({ prompt: "none" });
    expect((await suite().follow(browser, silent.path)).searchParams.has("code")).toBe(true);
  });
});
