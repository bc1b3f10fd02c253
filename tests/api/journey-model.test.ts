import { expect, it } from "vitest";
import { checkConfig } from "../../src/config/check-config.ts";
import { arrivalsAt } from "../../src/config/proof/arrivals.ts";
import { groundOf } from "../../src/config/proof/places.ts";
import {
  nothingProven,
  proven,
  type Standing,
  settle,
  stagesOf,
  unwritten,
  type World,
  worlds,
} from "../../src/config/proof/situation.ts";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { factAt, valuesOfFact } from "../../src/config/resolve/facts.ts";
import { scenesOf } from "../../src/config/resolve/scenes.ts";
import type { User } from "../../src/server/store/users.ts";
import type { JourneyStage } from "../../src/shared/journey.ts";
import { type Facts, toFacts } from "../../src/shared/matches.ts";
import { onEachDatabase, type SuiteDatabase } from "../support/databases.ts";
import { openedPage } from "../support/opened-page.ts";
import { giveFactors, sentCode } from "../support/second-factors.ts";
import { root, suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestAnswer, TestClient } from "../support/test-client.ts";

// What `npm run check` proves, it proves of a model of the server (src/config/proof/). Here the server itself is asked.

const { workspace } = checkConfig(await readSources(root, ownFiles));
if (workspace === undefined) throw new Error("npm run check finds what is wrong");
const scenes = scenesOf(workspace);
const ground = groundOf({ ...workspace, scenes });

const clientOf = { nobody: undefined, application: "payroll", vendorOnly: "outside" };
/** What an application asks for, so that its request can be gone on with (RFC 6749, section 4.1.1; RFC 7636). */
const requestOf = (client: string) => ({
  client_id: client,
  redirect_uri: `https://${client}.example/callback`,
  response_type: "code",
  scope: "openid",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
});
const recoveryCode = "40718266359417052883";
const newPassword = "a better harbour at dusk";

/** Somebody of a world, in a browser, on the way to one return address. */
interface Walker {
  server: TestServer;
  world: World;
  browser: TestClient;
  user: User;
  email: string;
  query: { returnUrl: string };
  /** Opens every address wherever they stand. */
  opensAll: boolean;
}

/** Those whose session is unwritten while something else is owed, on the way to an application. */
const owingMore = worlds()
  .filter(({ account }) => /^twoFactor\w+,(customer|device)\w+$/.test(stagesOf(account).join()))
  .map(({ account }): World => ({ waiting: "application", account }));

let count = 0;

async function newWalker(server: TestServer, world: World, kind: SuiteDatabase["kind"]): Promise<Walker> {
  count += 1;
  const { passwordExpired, hasSecondFactor, secondFactorRequired, customers, deviceOffer } = world.account;
  const email = `walker-${process.pid}-${count}@payroll.example`;
  const user = await server.addUser({
    email,
    mustChangePassword: passwordExpired,
    secondFactorRequired,
    ...(deviceOffer ? { deviceOfferAt: 0 } : {}),
  });
  if (hasSecondFactor) await giveFactors(server, { user, email, phone: "" }, ["pin"], [recoveryCode]);
  if (customers > 1) await server.addCustomers(user, customers);
  const client = clientOf[world.waiting];
  const returnUrl = client === undefined ? "/" : await server.addRequest(requestOf(client), client);
  // Who owes one stage at most stands everywhere that others stand but before an unwritten session, and addresses lead there on each database.
  const opensAll = (stagesOf(world.account).length < 2 || client !== undefined) && kind === "sqlite";
  return { server, world, browser: server.browser(), user, email, query: { returnUrl }, opensAll };
}

/** What of a page's facts the model tells apart: lists as empty or filled, objects as there. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? "some items" : "no items";
  return typeof value === "object" && value !== null ? "something" : (value ?? null);
}

/** Says whether the contracts list no values of a fact, so that the model tells only those apart that conditions name. */
function isOpen(at: string, name: string): boolean {
  const found = scenes
    .filter(({ screen }) => screen === at.split("#")[0])
    .map(({ facts }) => factAt(facts, name));
  return found.every((fact) => fact !== undefined && valuesOfFact(fact) === undefined);
}

/** Where an address really leads: the place that is shown with its facts, or the address that is no page of ours. */
async function opened(
  { browser, query }: Walker,
  path: string,
  { stage, unwritten: screenLeft }: Standing,
): Promise<{ at: string; facts: Facts }> {
  // Before that the application's request itself leads to what is owed.
  const isOver = stage === "done" && screenLeft === undefined;
  const page = await openedPage(
    browser,
    `${path}?${new URLSearchParams(query)}`,
    (url) => isOver && url.startsWith("/connect/"),
  );
  if (page === undefined) return { at: "end", facts: {} };
  const { screen, view, user, partner } = page;
  const step = ground.places.has(`${screen}#${view.step}`) ? `#${view.step}` : "";
  return { at: screen + step, facts: toFacts({ view, user, partner }) };
}

/** Opens every address as the walker stands, and holds where it leads against what the model allows. */
async function compareAddresses(walker: Walker, standing: Standing): Promise<void> {
  if (!walker.opensAll) return;
  for (const screen of Object.values(ground.screens)) {
    const path = screen.path === "*" ? "/no-such-page" : screen.path;
    const { at, facts } = await opened(walker, path, standing);
    const modelled = arrivalsAt(ground, walker.world, screen.id, standing).map((arrival) =>
      arrival.kind === "shown" ? arrival.state : { place: { id: arrival.kind }, aspects: [] },
    );
    const there = modelled.filter(({ place }) => place.id === at);
    const said = `${path} of ${JSON.stringify(walker.world)} at ${standing.key}`;
    expect([...new Set(modelled.map(({ place }) => place.id))], said).toContain(at);
    const named = there.flatMap(({ aspects }) => aspects.flat()).map(({ facts: told }) => told);
    // A text that no condition asks for is as good as missing.
    const isNamed = (name: string, value: unknown) =>
      typeof value !== "string" || !isOpen(at, name) || named.some((told) => told[name] === value);
    const real = Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [name, isNamed(name, value) ? kindOf(value) : null]),
    );
    const fits = there.some(({ aspects }) =>
      aspects.every((views) =>
        views.some(({ facts: told }) =>
          Object.entries(told).every(([name, value]) => kindOf(value) === (real[name] ?? null)),
        ),
      ),
    );
    expect(fits, `${said} shows ${at} with ${JSON.stringify(real)}`).toBe(true);
  }
}

/** Ends a stage as a person does, who stands at `before`. */
async function end(walker: Walker, stage: JourneyStage, before: Standing): Promise<TestAnswer> {
  const { server, browser, user, email, query, world } = walker;
  const call: TestClient["call"] = (name, body, more = {}) => browser.call(name, body, { ...query, ...more });
  // What was settled is told first, and every address leads there until its button is pressed.
  const toldAt = async (screen: string) => {
    await compareAddresses(walker, unwritten(settle(before, stage), screen));
    return call("Next", undefined, { button: "continue" });
  };
  switch (stage) {
    case "passwordExpired":
      return call("ChangeExpiredPassword", {
        username: user.username,
        currentPassword: testPassword,
        newPassword,
        confirmPassword: newPassword,
      });
    case "twoFactorRequired":
      if (world.waiting === "nobody")
        return call("LoginWith2FA", { method: "pin", code: await sentCode(server, email) });
      expect((await call("LoginWithRecoveryCode", { code: recoveryCode })).json.outcome).toBe("codeUsed");
      return toldAt("loginRecoveryCode");
    case "twoFactorSetupRequired": {
      const wizard = wizardOf(server, browser, query);
      const [code = ""] = await wizard.prove("authenticator");
      expect((await wizard.enable(code)).json).toEqual({ outcome: "enabled" });
      return toldAt("setupTwoFactor");
    }
    case "customerChoiceRequired":
      return call("SelectCustomer", { customerId: `${user.id}-0` });
    case "deviceOffered":
      return call("SkipFido");
  }
}

/** Holds the answer of a call that ends a stage against where the model stands then. */
async function compareAnswer(
  { browser, query }: Walker,
  answer: TestAnswer,
  { stage, hasSession }: Standing,
) {
  if (stage === "done") expect([answer.status, answer.text]).toEqual([209, answer.text]);
  else expect(answer.json).toMatchObject({ outcome: stage });
  if (answer.json.state !== undefined) await browser.call("Exchange", { state: answer.json.state });
  const { json } = await browser.call("User", undefined, query);
  const pending = stage === "done" ? null : stage;
  expect(json).toMatchObject({ isAuthenticated: hasSession, pending });
}

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  // Only the word of a provider counts for the last; from then on nothing is different.
  const walked = [...worlds(), ...owingMore].filter(
    ({ waiting }) => waiting !== "vendorOnly" || database.kind === "sqlite",
  );

  it.each(
    walked.map(
      (world) =>
        [`${world.waiting}, ${stagesOf(world.account).join(", ") || "nothing owed"}`, world] as const,
    ),
  )("goes as the model of the check does: %s", async (_, world) => {
    const walker = await newWalker(server(), world, database.kind);
    const { browser, user, query } = walker;
    await compareAddresses(walker, nothingProven);
    if (world.waiting === "vendorOnly") return;
    let standing = proven(world.account);
    let answer = await browser.call("Login", { username: user.username, password: testPassword }, query);
    await compareAnswer(walker, answer, standing);
    await compareAddresses(walker, standing);
    while (standing.stage !== "done" && standing.stage !== "nothing") {
      answer = await end(walker, standing.stage, standing);
      standing = settle(standing, standing.stage);
      await compareAnswer(walker, answer, standing);
      await compareAddresses(walker, standing);
    }
  });
});
