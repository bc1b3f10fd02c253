import { describe, expect, it } from "vitest";
import { callPath } from "../../src/shared/contract.ts";
import { onSqlite } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { methodOf } from "../support/test-client.ts";

onSqlite((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  describe("a page of another origin", () => {
    it.each(["https://evil.example", "null", "http://localhost:5401"])(
      "is granted nothing: %s",
      async (origin) => {
        const browser = server().browser();
        await browser.signIn((await server().addUser()).username, testPassword);
        const { contracts } = server().services.config();
        const names = Object.keys(contracts) as (keyof typeof contracts)[];
        const addresses: [string, string][] = [
          ...names.map((name): [string, string] => [callPath(name), methodOf(name)]),
          ["/account/login", "GET"],
          ["/openapi.json", "GET"],
          ["/healthz", "GET"],
        ];
        for (const [path, method] of addresses) {
          const asked = { "access-control-request-method": method, "access-control-request-headers": "x-a" };
          for (const answer of [
            await browser.send(path, { method: "OPTIONS", headers: { origin, ...asked } }),
            await browser.send(path, { method, headers: { origin } }),
          ]) {
            const granted = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
            expect([path, granted]).toEqual([path, []]);
            expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
          }
        }
      },
    );
  });
});
