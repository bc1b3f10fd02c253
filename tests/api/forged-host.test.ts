import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { suiteServer } from "../support/server.ts";

const forged = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "javascript",
  "x-original-host": "evil.example",
  forwarded: "host=evil.example",
};

onEachDatabase((database) => {
  const server = suiteServer(database);

  describe("a request that says it came to another host", () => {
    it.each([
      ["Recover", (username: string) => ({ username })],
      ["SendOTP", (username: string) => ({ purpose: "oneTimeToken", channel: "mail", username })],
    ] as const)("has no say in the link that %s mails", async (name, bodyOf) => {
      const user = await server().addUser({ email: `${crypto.randomUUID()}@payroll.example` });
      const browser = server().browser();
      await browser.call("Token");
      const answer = await browser.call(name, bodyOf(user.username), {}, forged);
      expect(answer.status).toBe(200);
      const [mail] = await messagesTo(server(), user.email);
      const links = mail?.text.match(/https?:\/\/\S+/g) ?? [];
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(new URL(link).origin).toBe("http://localhost:5400");
      expect(JSON.stringify(mail)).not.toContain("evil.example");
    });
  });
});
