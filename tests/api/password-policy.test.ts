import { beforeEach, describe, expect, it } from "vitest";
import type { Partner } from "../../src/config/resolve/partners.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

/** Every character another one, so that no run and no word is in the way. */
const characters = (count: number, from = 0x4e00) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(from + index * 7)).join("");

onEachDatabase((database) => {
  const server = suiteServer(database);
  beforeEach(database.forgetTries);

  const withRules = async <Result>(rules: Partial<Partner["passwordRules"]>, work: () => Promise<Result>) => {
    const { services } = server();
    const { config } = services;
    const standard = config().partners.default;
    const changed = { ...standard, passwordRules: { ...standard.passwordRules, ...rules } };
    services.config = () => ({ ...config(), partners: { ...config().partners, default: changed } });
    return work().finally(() => {
      services.config = config;
    });
  };

  const change = async (browser: TestClient, currentPassword: string, newPassword: string) => {
    const body = { currentPassword, newPassword, confirmPassword: newPassword };
    const { status, json } = await browser.call("ChangePassword", body);
    const codes = (json.codes?.newPassword ?? []) as { code: string }[];
    return status === 200 ? "taken" : codes.map(({ code }) => code).join(" ");
  };

  const signedIn = async () => {
    const user = await server().addUser();
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    return { user, browser };
  };

  describe("the length of a password", () => {
    it("is fifteen to 128 characters, however many bytes each of them has", async () => {
      const emoji = 0x1f300;
      for (const [password, verdict] of [
        [characters(14), "validation.passwordMinLength"],
        [characters(14, emoji), "validation.passwordMinLength"],
        [characters(129), "validation.passwordMaxLength"],
        [characters(15, emoji), "taken"],
        [characters(128, emoji), "taken"],
        [`${"e\u0301".repeat(7)}${characters(7)}`, "validation.passwordMinLength"],
      ] as const) {
        const { browser } = await signedIn();
        expect(await change(browser, testPassword, password), password.slice(0, 20)).toBe(verdict);
      }
    });

    it("is the partner's to say, and the rules that are told are those that are asked for", async () => {
      await withRules({ minLength: 8 }, async () => {
        const { browser } = await signedIn();
        expect((await browser.call("PasswordRules")).json).toMatchObject({ minLength: 8, upper: false });
        expect(await change(browser, testPassword, characters(7))).toBe("validation.passwordMinLength");
        expect(await change(browser, testPassword, characters(8))).toBe("taken");
      });
    });
  });

  it("kinds of characters are asked for where the partner's rules do, and nowhere else", async () => {
    const { browser } = await signedIn();
    const lower = "quiet river bends south";
    await withRules({ upper: true, digit: true }, async () =>
      expect(await change(browser, testPassword, lower)).toBe("validation.upper validation.digit"),
    );
    expect(await change(browser, testPassword, lower)).toBe("taken");
  });

  describe("a password at the sign-in", () => {
    const long = ` ${characters(125)}\u00e9 `;

    it("is checked to its last character, with its spaces and in its case", async () => {
      const user = await server().addUser({ password: `${long}Z` });
      const browser = server().browser();
      await givePass(server(), browser);
      for (const wrong of [long, `${long}z`, `${long}Z `, `${long}Y`, `${long.trim()}Z`]) {
        await database.forgetTries();
        expect((await browser.signIn(user.username, wrong)).status).toBe(400);
      }
      expect((await browser.signIn(user.username, `${long}Z`)).status).toBe(209);
    });

    it("may come as another keyboard composes it, and as nothing else that looks alike", async () => {
      const user = await server().addUser({ password: "ein kühler Hafen ﬁnal" });
      const browser = server().browser();
      await givePass(server(), browser);
      expect((await browser.signIn(user.username, "ein ku\u0308hler Hafen ﬁnal")).status).toBe(209);
      expect((await browser.signIn(user.username, "ein kühler Hafen final")).status).toBe(400);
    });
  });
});
