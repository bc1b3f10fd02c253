import { expect, it } from "vitest";
import { mailRecoveryCodeLink } from "../../src/server/operators/accounts.ts";
import { mailPasswordLink } from "../../src/server/operators/add-account.ts";
import { messageValues } from "../../src/shared/message-values.ts";
import { onEachDatabase } from "../support/databases.ts";
import { newestMessage } from "../support/messages.ts";
import { testPassword } from "../support/server.ts";
import type { TestAnswer, TestClient } from "../support/test-client.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

/** A mailed link, and the press of the button behind it. */
interface MailedLink {
  link: URL;
  /** Gives whether the link was good. */
  press: (browser: TestClient) => Promise<boolean>;
}

const newPassword = "seven slow boats upstream";
/** Links that say where something is, and are worth nothing: the same for everybody. */
const plain = ["passwordAtProvider", "passwordNone", "passwordChanged"];
const led = ({ status, json }: TestAnswer) =>
  status === 209 && !json.redirect.startsWith("/error/link-expired");

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  const server = () => suite().server;

  const addPerson = (language: string | null = "es") =>
    server().addUser({ email: `mail-${crypto.randomUUID()}@payroll.example`, language });

  async function newestLink(email: string | null): Promise<URL> {
    return (await newestMessage(server(), email)).link;
  }

  async function resetLink(email: string | null): Promise<MailedLink> {
    const link = await newestLink(email);
    const body = { state: link.searchParams.get("state"), newPassword, confirmPassword: newPassword };
    const press = async (browser: TestClient) =>
      (await browser.call("ResetPassword", body)).json.outcome === "reset";
    return { link, press };
  }

  /** Every link that is worth something, by the mail that brings it; the invitation is a provider's mail. */
  const links: Record<string, () => Promise<MailedLink>> = {
    oneTimeToken: async () => {
      const { email, username } = await addPerson();
      const asked = { purpose: "oneTimeToken", channel: "mail", username };
      expect((await server().browser().call("SendOTP", asked)).status).toBe(200);
      const link = await newestLink(email);
      const token = link.searchParams.get("state");
      return { link, press: async (browser) => led(await browser.call("LoginWithOTT", { token })) };
    },
    passwordReset: async () => {
      const { email, username } = await addPerson();
      await server().browser().call("Recover", { username });
      return resetLink(email);
    },
    accountAdded: async () => {
      const user = await addPerson();
      await mailPasswordLink(server().services, user);
      return resetLink(user.email);
    },
    recoveryCodes: async () => {
      const user = await addPerson();
      await mailRecoveryCodeLink(server().services, user);
      const link = await newestLink(user.email);
      const query = { id: link.searchParams.get("id") ?? "" };
      const press = async (browser: TestClient) =>
        (await browser.call("RedeemRecoveryCode", undefined, query)).json.outcome === "redeemed";
      return { link, press };
    },
    invitation: async () => {
      const user = await addPerson();
      const code = await suite().invitation(suite().person(), user.username);
      const link = new URL(`/account/link?id=${code}`, suite().origin);
      const press = async (browser: TestClient) => {
        if (!led(await browser.signIn(user.username, testPassword))) return false;
        return (await browser.call("EexLink", { code })).json.outcome === "linked";
      };
      return { link, press };
    },
  };

  it("every mail with a link is known here", () => {
    const config = server().services.config();
    const texts = config.texts("default", "en-GB");
    const mails = Object.keys(messageValues.mail);
    const linking = mails.filter((mail) => texts[`mails.${mail}.text`]?.includes("{link}"));
    const ours = Object.keys(links).filter((name) => name !== "invitation");
    expect(linking.toSorted()).toEqual([...ours, ...plain].toSorted());
  });

  /** The language of the page that a browser of Britain gets. */
  async function languageAt(page: URL, browser = server().browser(), host?: string): Promise<string> {
    const headers = { accept: "text/html", "accept-language": "en-GB", ...(host && { host }) };
    const { status, headers: got, text } = await browser.send(page.pathname + page.search, { headers });
    if (status === 303) return languageAt(new URL(got.location ?? "", page), browser, host);
    return /<html lang="([^"]+)"/.exec(text)?.[1] ?? "";
  }

  async function newestMail(email: string | null) {
    const { message, link } = await newestMessage(server(), email);
    return { language: message.language, link };
  }

  for (const name of ["passwordReset", "accountAdded", "recoveryCodes"])
    it(`the link of ${name} opens in the language of its mail`, async () => {
      const { link } = (await links[name]?.()) ?? {};
      if (link === undefined) throw new Error("There is no link");
      expect(await languageAt(link)).toBe("es");
    });

  it("the link of a changed password opens in the language of its mail", async () => {
    const { email, username } = await addPerson();
    await server().browser().call("Recover", { username });
    expect(await (await resetLink(email)).press(server().browser())).toBe(true);
    const { language, link } = await newestMail(email);
    expect([language, await languageAt(link)]).toEqual(["es", "es"]);
  });

  it.each(["Recover", "SendOTP"] as const)(
    "the link that %s mails opens in the language that the application asked for, in any browser",
    async (call) => {
      const { email, username } = await addPerson(null);
      const returnUrl = await server().addRequest({ ui_locales: "de" });
      const asked =
        call === "Recover" ? { username } : { purpose: "oneTimeToken", channel: "mail", username };
      const here = server().browser();
      expect((await here.call(call, asked, { returnUrl })).status).toBe(200);
      const { language, link } = await newestMail(email);
      expect(language).toBe("de");
      for (const browser of [here, server().browser()]) expect(await languageAt(link, browser)).toBe("de");
    },
  );

  it("a language that somebody chose in the browser counts more than that of the link", async () => {
    const { link } = (await links.passwordReset?.()) ?? {};
    if (link === undefined) throw new Error("There is no link");
    const browser = server().browser();
    await browser.call("SetLanguage", undefined, { language: "de" });
    expect(await languageAt(link, browser)).toBe("de");
  });

  it("the language of a link is asked for at its page alone, and is nobody's choice", async () => {
    const { link } = (await links.passwordReset?.()) ?? {};
    if (link === undefined) throw new Error("There is no link");
    const browser = server().browser();
    const user = await server().addUser();
    await browser.signIn(user.username, testPassword);
    expect(await languageAt(link, browser)).toBe("es");
    expect(await languageAt(new URL("/account/login", link), browser)).toBe("en-GB");
    const { language } = await server()
      .services.store.db.selectFrom("users")
      .select("language")
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(language).toBeNull();
  });

  it("a partner that does not offer the language of a link shows its own", async () => {
    const page = new URL("/account/login?ui_locales=es", suite().origin);
    expect(await languageAt(page, server().browser(), "signin.northwind.example")).toBe("en-GB");
    expect(await languageAt(page)).toBe("es");
  });

  for (const [name, mailed] of Object.entries(links)) {
    it(`the link of ${name} is spent by its button alone, whoever opens it before and however`, async () => {
      const { link, press } = await mailed();
      const page = link.pathname + link.search;
      const reader = server().browser();
      for (const scanner of [server().browser(), server().browser(), reader])
        for (const method of ["HEAD", "GET", "HEAD", "GET"]) {
          const answer = await scanner.send(page, { method, headers: { accept: "text/html" } });
          expect([method, answer.status]).toEqual([method, 200]);
        }
      expect(await press(reader)).toBe(true);
      expect(await press(server().browser())).toBe(false);
    });
  }
});
