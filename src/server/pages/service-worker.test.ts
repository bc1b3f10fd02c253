import Fastify from "fastify";
import { expect, it } from "vitest";
import type { Settings } from "../settings/settings.ts";
import { serviceWorker } from "./service-worker.ts";

async function served(isOn: boolean, assets: string[], development = false) {
  const app = Fastify();
  const settings = { serviceWorker: isOn } as Settings;
  await serviceWorker(app, { settings }, { assets, development });
  return app.inject("/service-worker.js");
}

it("is another text for other scripts alone, and is asked for anew each time", async () => {
  const first = await served(true, ["/assets/a.js", "/assets/b.js"]);
  expect(first.body).toContain('"assets":["/assets/a.js","/assets/b.js"]');
  expect(first.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
  });
  expect((await served(true, ["/assets/b.js", "/assets/a.js"])).body).toBe(first.body);
  expect((await served(true, ["/assets/a.js", "/assets/c.js"])).body).not.toBe(first.body);
});

it("is one that leaves where it is switched off, and in development", async () => {
  for (const { body } of [await served(false, ["/assets/a.js"]), await served(true, [], true)]) {
    expect(body).toContain("registration.unregister()");
    expect(body).not.toContain("/assets/");
  }
});
