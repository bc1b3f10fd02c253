import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Config } from "../../src/config/read-config.ts";
import type { RecaptchaRefusal } from "../../src/server/domain/recaptcha-rule.ts";
import { minute } from "../../src/shared/durations.ts";
import { solveFor, tokenOf } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import {
  type RecaptchaMood,
  type RecaptchaProvider,
  recaptchaKeys,
  recaptchaPartner,
  recaptchaVariables,
  scoreTokenOf,
  startRecaptchaProvider,
} from "../support/recaptcha-provider.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { TestClient } from "../support/test-client.ts";

const northwind = "https://signin.northwind.example";
const { checkbox, score } = recaptchaPartner;

beforeAll(() => {
  for (const [name, value] of Object.entries(recaptchaVariables)) vi.stubEnv(name, value);
});
afterAll(() => vi.unstubAllEnvs());

/** The default partner has both keys, northwind the checkbox alone, the third none. */
function withKeys(config: Config): Config {
  const { default: standard, northwind: other } = config.partners;
  if (standard === undefined || other === undefined) throw new Error("both are there");
  return {
    ...config,
    partners: {
      default: { ...standard, captcha: recaptchaPartner },
      northwind: { ...other, captcha: { checkbox } },
      none: { ...other, partnerId: "none", origins: ["https://none.example"], captcha: {} },
    },
  };
}

onEachDatabase((database) => {
  let provider: RecaptchaProvider;
  beforeAll(async () => {
    provider = await startRecaptchaProvider();
  });
  afterAll(() => provider.close());
  let usual: RecaptchaMood | undefined;
  beforeEach(() => {
    usual ??= { ...provider.mood };
    Object.assign(provider.mood, usual);
    provider.asked.length = 0;
  });

  const server = suiteServer(database, {
    settings: {
      privateAddresses: ["127.0.0.0/8"],
      get recaptchaUrl() {
        return provider.url;
      },
    },
    config: withKeys,
  });

  /** A browser at the pages of a partner, by their origin. */
  const browserAt = (origin?: string) =>
    origin === undefined ? server().browser() : new TestClient(server().app.listeningOrigin, origin);
  const fail = async (username: string) => {
    for (let count = 0; count < 3; count++)
      await server().browser().call("Login", { username, password: "wrong" });
  };
  /** Somebody who is asked for a challenge, in a browser that has solved none. */
  const asked = async () => {
    const user = await server().addUser();
    await fail(user.username);
    const browser = server().browser();
    const login = () => browser.call("Login", { username: user.username, password: testPassword });
    expect((await login()).status).toBe(403);
    return { browser, login };
  };
  const verify = async (browser: TestClient, version: number, token: string) =>
    (await browser.call("VerifyCaptcha", { version, token })).json;
  const tickedBox = () => provider.token(checkbox.siteKey);
  const logged = (message: string) =>
    server()
      .log.map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === message);

  describe("a challenge of a partner with keys", () => {
    it("is the score where there is a key of it, else the checkbox, else our own", async () => {
      const seen: unknown[] = [];
      for (const origin of [undefined, northwind, "https://none.example"]) {
        const user = await server().addUser();
        await fail(user.username);
        const browser = browserAt(origin);
        const { json } = await browser.call("Login", { username: user.username, password: testPassword });
        const { captcha } = (await browser.call("LoginView")).json;
        expect(captcha).toEqual({ version: json.version, siteKey: json.siteKey, required: false });
        seen.push([json.type, json.version, json.siteKey]);
      }
      expect(seen).toEqual([
        ["captcha-required", 3, score.siteKey],
        ["captcha-required", 2, checkbox.siteKey],
        ["captcha-required", 1, null],
      ]);
    });

    it("is given of the version below for the asking, which the log tells", async () => {
      const browser = server().browser();
      const given = async (version?: number) => {
        const { json } = await browser.call(
          "CaptchaChallenge",
          undefined,
          version === undefined ? {} : { version: String(version) },
        );
        return [json.version, json.siteKey, json.scripts, json.challenge !== null];
      };
      expect(await given()).toEqual([3, score.siteKey, [provider.url], false]);
      expect(await given(3)).toEqual([3, score.siteKey, [provider.url], false]);
      const before = logged("a lower captcha is asked").length;
      expect(await given(2)).toEqual([2, checkbox.siteKey, [provider.url], false]);
      expect(await given(1)).toEqual([1, null, [], true]);
      expect(logged("a lower captcha is asked").slice(before)).toMatchObject([
        { version: 2, usual: 3 },
        { version: 1, usual: 3 },
      ]);
    });

    it.each([
      ["the score", 3, () => scoreTokenOf(provider)],
      ["the checkbox", 2, tickedBox],
    ])("is solved by a token of %s that the provider vouches for", async (_name, version, token) => {
      const { browser, login } = await asked();
      expect(await verify(browser, version, token())).toBe(true);
      expect((await login()).status).toBe(209);
      expect(provider.asked).toHaveLength(1);
    });

    it("is solved by our own as well, whatever became of the provider's", async () => {
      const { browser, login } = await asked();
      expect(await verify(browser, 3, "made-up")).toBe(false);
      expect(await verify(browser, 1, tokenOf(await solveFor(browser)))).toBe(true);
      expect((await login()).status).toBe(209);
    });
  });

  describe("a token of the provider", () => {
    it("counts once, also when it is sent twenty times at once to a provider that forgets", async () => {
      const { browser } = await asked();
      const token = tickedBox();
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(browser, 2, token)));
      expect(answers.filter((answer) => answer === true)).toHaveLength(1);
      provider.forget();
      expect(await verify(browser, 2, token)).toBe(false);
      expect(provider.asked).toHaveLength(21);
    });

    const wrong: [string, number, Partial<RecaptchaMood>, (() => string) | undefined, RecaptchaRefusal][] = [
      ["has a score that is too low", 3, { score: 0.4 }, undefined, "lowScore"],
      ["has no score", 3, { score: undefined }, undefined, "lowScore"],
      ["was made for another action", 3, { action: "newsletter" }, undefined, "otherAction"],
      ["was made on another host", 3, { hostname: "evil.example" }, undefined, "otherHost"],
      ["was made too long ago", 3, { age: 5 * minute }, undefined, "tooOld"],
      ["comes from the future", 3, { age: -6 * minute }, undefined, "tooOld"],
      ["was ticked on another host", 2, { hostname: "evil.example" }, undefined, "otherHost"],
      ["was ticked too long ago", 2, { age: 5 * minute }, undefined, "tooOld"],
      ["was made up", 2, {}, () => "made-up", "refused"],
      ["belongs to the other key", 2, {}, () => scoreTokenOf(provider), "refused"],
      ["is a box's in place of a score", 3, {}, tickedBox, "refused"],
    ];
    it.each(wrong)("counts for nothing that %s", async (_case, version, mood, tokenGiven, reason) => {
      const { browser, login } = await asked();
      Object.assign(provider.mood, mood);
      const token = tokenGiven?.() ?? (version === 3 ? scoreTokenOf(provider) : tickedBox());
      expect(await verify(browser, version, token)).toBe(false);
      expect((await login()).status).toBe(403);
      expect(logged("captcha refused").at(-1)).toMatchObject({ version, reason });
    });

    it("is enough with just the least score", async () => {
      const { browser } = await asked();
      provider.mood.score = 0.5;
      expect(await verify(browser, 3, scoreTokenOf(provider))).toBe(true);
    });

    it("may be of any host that the partner's pages have", async () => {
      const browser = browserAt(northwind);
      provider.mood.hostname = "signin.northwind.example";
      expect(await verify(browser, 2, tickedBox())).toBe(true);
      const other = server().browser();
      expect(await verify(other, 2, tickedBox())).toBe(false);
    });

    it("is not even asked about where the partner has no key of the version", async () => {
      const browser = browserAt(northwind);
      expect(await verify(browser, 3, scoreTokenOf(provider))).toBe(false);
      expect(provider.asked).toEqual([]);
    });
  });

  describe("a provider that gives no answer", () => {
    const dead: [string, Partial<RecaptchaMood>][] = [
      ["answers 503", { verifies: "unavailable" }],
      ["answers something else", { verifies: "broken" }],
      ["never answers", { verifies: "silent" }],
    ];
    it.each(dead)("locks nobody out: one that %s", async (_case, mood) => {
      const { browser, login } = await asked();
      Object.assign(provider.mood, mood);
      const before = logged("reCAPTCHA gives no answer, our own challenge takes its place").length;
      expect(await verify(browser, 3, scoreTokenOf(provider))).toBe(false);
      expect((await login()).status).toBe(403);
      expect(
        logged("reCAPTCHA gives no answer, our own challenge takes its place").slice(before),
      ).toMatchObject([{ version: 3, level: "warn" }]);
      expect(await verify(browser, 1, tokenOf(await solveFor(browser)))).toBe(true);
      expect((await login()).status).toBe(209);
    });

    it("is asked about so many tokens at once and no more", async () => {
      provider.mood.verifies = "silent";
      const browser = server().browser();
      await browser.call("Token");
      const tokens = Array.from({ length: 40 }, (_, index) => `token-${index}`);
      const answers = await Promise.all(tokens.map((token) => verify(browser, 2, token)));
      expect(answers).toEqual(tokens.map(() => false));
      expect(provider.asked).toHaveLength(32);
    });
  });

  it("neither a token nor a secret stands in the log or in an answer", async () => {
    const { browser } = await asked();
    const token = scoreTokenOf(provider);
    const answers = [
      await browser.call("VerifyCaptcha", { version: 3, token }),
      await browser.call("CaptchaChallenge"),
      await browser.call("LoginView"),
    ];
    const told = [...answers.map(({ text }) => text), ...server().log].join("\n");
    expect(told).not.toContain(token);
    for (const { secret } of Object.values(recaptchaKeys)) expect(told).not.toContain(secret);
  });
});
