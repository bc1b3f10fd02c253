import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { startTestServer, suiteServer } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  /** Sends bytes as they are; gives all that comes back until the server hangs up or has nothing more to say. */
  const sendRaw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(server().app.listeningOrigin);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let received = "";
      socket.on("data", (data) => (received += data.toString()));
      socket.on("close", () => resolve(received));
      socket.on("error", reject);
    });

  describe("an address", () => {
    it.each([
      "/api/Account/Nothing",
      "/api/account/Login",
      "/api/Account/login",
      "/api/Account/Login/",
      "/api//Account/Login",
      "/api/Account/Login/more",
      "/api/",
      "/api",
      "/API/Account/Token",
      "/api/Account/Token;a=b",
      "/api/Account/Token%2f",
      "/api/Account/constructor",
      `/api/Account/${"x".repeat(3000)}`,
    ])("that there is not answers 404 as a problem: %.40s", async (path) => {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const answer = await server().browser().send(path, { method });
        expect(answer.status).toBe(404);
        expect(answer.headers["content-type"]).toBe("application/problem+json");
        expect(answer.json).toEqual({
          title: "What you are looking for is not here.",
          status: 404,
          supportCode: expect.any(String),
        });
      }
    });

    it.each(["/api/Account/%", "/api/Account/%zz", "/%c0%af"])(
      "that is broken answers 400: %s",
      async (path) => {
        const answer = await server().browser().send(path);
        expect(answer.status).toBe(400);
        expect(answer.json.errors[""]).toHaveLength(1);
      },
    );

    it("with another method says which it has", async () => {
      const wrong: [string, string, string][] = [
        ["GET", "/api/Account/Login", "POST"],
        ["PUT", "/api/Account/Login", "POST"],
        ["OPTIONS", "/api/Account/Login", "POST"],
        ["HEAD", "/api/Account/Login", "POST"],
        ["POST", "/api/Account/Token", "GET, HEAD"],
        ["DELETE", "/api/Account/Token", "GET, HEAD"],
        ["PUT", "/api/account/exchange", "POST"],
      ];
      for (const [method, path, allow] of wrong) {
        const answer = await server().browser().send(path, { method });
        expect([method, path, answer.status, answer.headers.allow]).toEqual([method, path, 405, allow]);
        expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      }
      const unknown = await server().browser().send("/api/Account/Token", { method: "PROPFIND" });
      expect(unknown.status).toBe(404);
    });

    it("that is read answers HEAD like GET without a body", async () => {
      const answer = await server().browser().send("/api/Account/GetPartnerMetaData", { method: "HEAD" });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe("");
    });
  });

  it("describes all calls in OpenAPI 3.1", async () => {
    const { status, json } = await server().browser().send("/openapi.json");
    expect(status).toBe(200);
    expect(json.openapi).toBe("3.1.0");
    for (const name of Object.keys(server().services.config().contracts))
      expect(json.paths).toHaveProperty([`/api/Account/${name}`]);
  });

  describe("every answer", () => {
    it("carries the headers that keep browsers out of trouble, errors too", async () => {
      for (const path of [
        "/api/Account/Token",
        "/api/Account/Nothing",
        "/nothing",
        "/healthz",
        "/openapi.json",
      ]) {
        const { headers } = await server().browser().send(path);
        expect(headers).toMatchObject({
          "content-security-policy": expect.stringContaining("default-src 'none'; frame-ancestors 'none'"),
          "x-content-type-options": "nosniff",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": "strict-origin",
          "permissions-policy": expect.stringContaining("camera=()"),
        });
        expect(headers["strict-transport-security"]).toBeUndefined();
        expect(headers).not.toHaveProperty("server");
        expect(headers).not.toHaveProperty("x-powered-by");
      }
    });

    it("insists on https where the public address does", async () => {
      const secure = await startTestServer(database.store(), {
        settings: { publicUrl: "https://signin.example.com" },
      });
      const { headers } = await secure.browser().send("/healthz");
      expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
      await secure.close();
    });
  });

  it("gives a sender 8 seconds for a head and 12 for all of it, and an idle connection 8, with 15 where nothing comes or goes", () => {
    const { timeout, requestTimeout, headersTimeout, keepAliveTimeout } = server().app.server;
    const waits = { timeout, requestTimeout, headersTimeout, keepAliveTimeout };
    expect(waits).toEqual({
      timeout: 15_000,
      requestTimeout: 12_000,
      headersTimeout: 8000,
      keepAliveTimeout: 8000,
    });
  });

  it("hangs up soon on a sender whose time is over, and says so", async () => {
    const http = server().app.server;
    const { headersTimeout, requestTimeout } = http;
    onTestFinished(() => void Object.assign(http, { headersTimeout, requestTimeout }));
    Object.assign(http, { headersTimeout: 1, requestTimeout: 1 });
    const host = "host: localhost:5400";
    const begun = performance.now();
    const [head, body] = await Promise.all([
      sendRaw(`GET /healthz HTTP/1.1\r\n${host}`),
      sendRaw(
        `POST /api/Account/User HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
      ),
    ]);
    // Node would look every thirty; a busy machine may take some longer than two.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(head).toMatch(/^HTTP\/1.1 408 /);
    expect(body).toMatch(/^HTTP\/1.1 408 /);
  });

  it("looks for no identifier of more than 200 characters", async () => {
    const { status } = await server()
      .browser()
      .send(`/connect/start/${"x".repeat(200)}`);
    const longer = await server()
      .browser()
      .send(`/connect/start/${"x".repeat(201)}`);
    expect([status, longer.status]).toEqual([303, 414]);
  });

  describe("a broken request", () => {
    const host = "host: localhost:5400";

    it("of HTTP/1.0, without a Host, gets the default partner", async () => {
      const answer = await sendRaw("GET /api/Account/GetPartnerMetaData HTTP/1.0\r\n\r\n");
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      expect(answer).toContain('"partnerId":"default"');
    });

    it("with two Host headers is refused", async () => {
      const answer = await sendRaw(
        `GET /api/Account/Token HTTP/1.1\r\n${host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).not.toContain("evil");
    });

    it("whose sender hangs up in the middle of it is no fault of the server", async () => {
      const { app, log } = server();
      const before = log.length;
      const { port, hostname } = new URL(app.listeningOrigin);
      const socket = connect(Number(port), hostname);
      const head = [host, "content-type: application/json", "content-length: 9", "expect: 100-continue"];
      socket.write(["POST /api/Account/Login HTTP/1.1", ...head, "", ""].join("\r\n"));
      await once(socket, "data");
      await server().browser().send("/healthz");
      socket.resetAndDestroy();
      await expect.poll(() => log.slice(before).join("")).toContain("not waited for");
      expect(log.slice(before).join("")).not.toContain('"level":"error"');
    });

    it.each([
      ["without a Host", "GET / HTTP/1.1\r\n\r\n", 400],
      ["that is no HTTP", "\u0016\u0003\u0001canary\r\n\r\n", 400],
      ["with an unknown method", `CANARY / HTTP/1.1\r\n${host}\r\n\r\n`, 400],
      [
        "with a head that is too large",
        `GET / HTTP/1.1\r\n${host}\r\nx: ${"canary".repeat(4000)}\r\n\r\n`,
        431,
      ],
      [
        "with two lengths",
        `POST /api/Account/User HTTP/1.1\r\n${host}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
        400,
      ],
      [
        "with a length and chunks",
        `POST /api/Account/User HTTP/1.1\r\n${host}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
        400,
      ],
    ])("%s is answered cleanly and the connection closed", async (_case, text, status) => {
      const answer = await sendRaw(text);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.toLowerCase()).toContain("connection: close");
      expect(answer).not.toContain("canary");
    });
  });

  describe("requests that are sent before the ones ahead are answered", () => {
    /** How many answers come back until the connection ends. */
    const answersTo = (sent: readonly string[]): Promise<number> =>
      new Promise((resolve) => {
        const { port, hostname } = new URL(server().app.listeningOrigin);
        const socket = connect(Number(port), hostname, () => socket.write(sent.join("")));
        let received = "";
        socket.on("data", (data) => (received += data.toString()));
        socket.on("error", () => {});
        socket.on("close", () => resolve(received.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0));
      });
    const requests = (path: string, count: number) => {
      const one = `GET ${path} HTTP/1.1\r\nhost: localhost:5400\r\n`;
      return [...Array(count - 1).fill(`${one}\r\n`), `${one}connection: close\r\n\r\n`];
    };

    it("are all answered where they are a few", async () => {
      expect(await answersTo(requests("/api/Account/Token", 64))).toBe(64);
    });

    it.each(["/api/Account/Token", "/%zz"])("are hung up on where they are many: %s", async (path) => {
      expect(await answersTo(requests(path, 900))).toBeLessThanOrEqual(64);
    });
  });

  describe("health", () => {
    it("tells that the process lives and that its database answers", async () => {
      for (const path of ["/healthz", "/readyz"]) {
        const answer = await server().browser().send(path);
        expect([answer.status, answer.json]).toEqual([200, { status: "up" }]);
      }
    });
  });

  describe("the address of the caller", () => {
    it("is in the log of one who hangs up in the middle of a request", async () => {
      const { app, log, close } = await startTestServer(database.store(), {
        settings: { trustedProxies: [] },
      });
      const { port, hostname } = new URL(app.listeningOrigin);
      const socket = connect(Number(port), hostname);
      socket.write("POST /api/Account/Login HTTP/1.1\r\nhost: localhost:5400\r\n");
      socket.write("content-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n");
      await once(socket, "data");
      socket.resetAndDestroy();
      const told = () => log.find((line) => line.includes("not waited for"));
      await expect.poll(told).toContain('"address":"127.0.0.1"');
      await close();
    });

    const auditedAddress = async (proxies: string[], forwarded: string) => {
      const proxied = await startTestServer(database.store(), { settings: { trustedProxies: proxies } });
      const { id, username } = await proxied.addUser();
      const body = { username, password: "x" };
      await proxied.browser().call("Login", body, {}, { "x-forwarded-for": forwarded });
      await proxied.close();
      const { db } = database.store();
      const row = await db.selectFrom("audit").select("address").where("user_id", "=", id).executeTakeFirst();
      return row?.address;
    };

    it("is believed from configured proxies only, and only where it is one", async () => {
      expect(await auditedAddress([], "203.0.113.7")).toBe("127.0.0.1");
      expect(await auditedAddress(["127.0.0.1"], "203.0.113.7")).toBe("203.0.113.7");
      expect(await auditedAddress(["127.0.0.1"], "198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
      expect(await auditedAddress(["127.0.0.1"], "canary")).toBe("127.0.0.1");
      expect(await auditedAddress(["10.0.0.0/8"], "203.0.113.7")).toBe("127.0.0.1");
    });

    it("is found beside its port, which some proxies write down too", async () => {
      expect(await auditedAddress(["127.0.0.1"], "203.0.113.7:4711")).toBe("203.0.113.7");
      expect(await auditedAddress(["127.0.0.1"], "[2001:db8::7]:4711")).toBe("2001:db8::7");
      expect(await auditedAddress(["127.0.0.1"], "203.0.113.7:4711, 127.0.0.1:4712")).toBe("203.0.113.7");
      expect(await auditedAddress(["127.0.0.1"], "203.0.113.7, 198.51.100.1:4712")).toBe("198.51.100.1");
      expect(await auditedAddress(["10.0.0.0/8"], "203.0.113.7:4711")).toBe("127.0.0.1");
    });
  });
});
