import { describe, expect, it } from "vitest";
import { hour } from "../../src/shared/durations.ts";
import { onSqlite } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";

const path = "/policy-reports";

onSqlite((database) => {
  const server = suiteServer(database, { renderer: stubRenderer, settings: { logLevel: "trace" } });

  const send = (browser: TestClient, body: unknown, type = "application/csp-report") =>
    browser.send(path, {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const report = (more: Record<string, unknown> = {}) => ({
    "document-uri": "http://localhost:5400/account/login?returnUrl=%2Fcanary-query",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/canary-path?canary-query",
    "line-number": 7,
    "script-sample": "canary-sample",
    ...more,
  });
  /** What the log was told meanwhile, other than the line of each answer. */
  const told = async (work: () => Promise<unknown>) => {
    const before = server().log.length;
    await work();
    const lines = server().log.slice(before);
    for (const line of lines) expect(line.trimEnd()).not.toMatch(/\n|canary/);
    return lines.map((line) => JSON.parse(line)).filter(({ msg }) => !["answered", "refused"].includes(msg));
  };
  const counted = async () => {
    await server().services.operations.counts.write();
    const rows = database.store().db.selectFrom("minute_counts").selectAll();
    const counts = await rows.where("name", "=", "policy.violated").execute();
    return counts.reduce((sum, { count }) => sum + count, 0);
  };

  it("every page names the place for reports", async () => {
    const { headers } = await server()
      .browser()
      .send("/account/login", { headers: { accept: "text/html" } });
    expect(headers["content-security-policy"]).toMatch(/; report-uri \/policy-reports(;|$)/);
  });

  describe("a report", () => {
    it("of either form is counted and told once, without queries, paths of others and what was kept out", async () => {
      const before = await counted();
      const browser = server().browser();
      const lines = await told(async () => {
        const answer = await send(browser, { "csp-report": report() });
        expect([answer.status, answer.text, answer.headers["set-cookie"]]).toEqual([204, "", undefined]);
        await send(server().browser(), { "csp-report": report({ "line-number": 8 }) });
        const newer = {
          documentURL: "http://localhost:5400/account/recover?state=canary",
          effectiveDirective: "img-src",
          blockedURL: "inline",
          sample: "canary",
        };
        const list = [
          { type: "csp-violation", url: "canary", body: newer },
          { type: "deprecation", body: newer },
        ];
        expect((await send(browser, list, "application/reports+json")).status).toBe(204);
      });
      const line = {
        msg: "the policy of a page was violated",
        level: "warn",
        supportCode: expect.any(String),
      };
      expect(lines).toMatchObject([
        {
          ...line,
          directive: "script-src-elem",
          blocked: "https://evil.example",
          page: "/account/login",
          line: 7,
        },
        { ...line, directive: "img-src", blocked: "inline", page: "/account/recover", line: null },
      ]);
      expect((await counted()) - before).toBe(3);
    });

    it("of a page that is not ours names none, and one of the day before is told again", async () => {
      const strange = report({ "document-uri": "https://evil.example/canary" });
      expect(await told(() => send(server().browser(), { "csp-report": strange }))).toMatchObject([
        { page: "*" },
      ]);
      server().clock.advance(24 * hour);
      expect(await told(() => send(server().browser(), { "csp-report": strange }))).toHaveLength(1);
    });

    it.each([
      ["no JSON", "{", 400],
      ["nothing", "", 400],
      ["a number", "7", 400],
      ["no report", "{}", 400],
      ["a forged line", { "csp-report": report({ "effective-directive": 'x"}\n{"level":"info"' }) }, 400],
      ["a directive that is none", { "csp-report": report({ "effective-directive": ["img-src"] }) }, 400],
      ["no address of a page", { "csp-report": report({ "document-uri": "canary" }) }, 400],
      ["a prototype", '{"csp-report":{},"__proto__":{"canary":1}}', 400],
      ["a list of nothing", [null, 1, [], { type: "csp-violation" }], 204, "application/reports+json"],
      ["a body of a megabyte", "x".repeat(1_000_000), 413],
      [
        "a report of more than 16 KiB",
        { "csp-report": report({ "script-sample": "x".repeat(16 * 1024) }) },
        413,
      ],
      ["a depth of ten thousand", "[".repeat(8000), 400],
      ["another media type", { "csp-report": report() }, 415, "application/json"],
      ["a form", "a=b", 415, "application/x-www-form-urlencoded"],
    ] as [string, unknown, number, string?][])(
      "that is %s is refused or has nothing in it, and leaves no line",
      async (_, body, status, type) => {
        const before = await counted();
        const lines = await told(async () => {
          expect((await send(server().browser(), body, type)).status).toBe(status);
        });
        expect(lines).toEqual([]);
        expect(await counted()).toBe(before);
      },
    );

    it("of what has a hostile origin or place says so in a word", async () => {
      const forged = {
        "blocked-uri": 'https://user:canary@evil.example:8443/\r\n{"level":"info"}',
        "line-number": "7\n",
        "column-number": -1,
      };
      const [line] = await told(() => send(server().browser(), { "csp-report": report(forged) }));
      expect(line).toMatchObject({ blocked: "https://evil.example:8443", line: null, column: null });
      const data = report({ "blocked-uri": "data:text/html,canary" });
      expect(await told(() => send(server().browser(), { "csp-report": data }))).toMatchObject([
        { blocked: "data:" },
      ]);
    });
  });

  describe("a flood", () => {
    it("from one address is refused after thirty in a minute", async () => {
      const browser = server().browser();
      const statuses: number[] = [];
      for (let count = 0; count < 32; count += 1)
        statuses.push((await send(browser, { "csp-report": report() })).status);
      expect(statuses).toEqual([...Array(30).fill(204), 429, 429]);
      server().clock.advance(61_000);
      expect((await send(browser, { "csp-report": report() })).status).toBe(204);
    });

    it("of ever new violations from everywhere is a hundred lines, and all are counted", async () => {
      server().clock.advance(hour);
      const before = await counted();
      const lines = await told(async () => {
        for (let round = 0; round < 20; round += 1) {
          const many = Array.from({ length: 30 }, (_, index) => ({
            type: "csp-violation",
            body: {
              documentURL: "http://localhost:5400/",
              effectiveDirective: "img-src",
              blockedURL: `https://x${round}-${index}.example/`,
            },
          }));
          await send(server().browser(), many, "application/reports+json");
        }
      });
      expect(lines).toHaveLength(100);
      expect((await counted()) - before).toBe(400);
    });
  });
});
