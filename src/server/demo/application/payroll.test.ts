import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { partnerImages } from "../../../config/read/image-uses.ts";
import { payroll } from "./payroll.ts";

const origin = "http://localhost";

function running(): string {
  const server = createServer(payroll({ issuer: origin, clientSecret: "", origin })).listen(0);
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test("the list of users tells a test the keys of their authenticator apps, but for the one that is lost", async () => {
  const list = (await (await fetch(`${running()}/personas.json`)).json()) as Record<string, unknown>[];
  const secretOf = (id: string) => list.find((one) => one.id === id)?.totpSecret;
  expect(secretOf("authenticator")).toMatch(/^[A-Z2-7]{32}$/);
  expect(secretOf("two-factor-several")).toMatch(/^[A-Z2-7]{32}$/);
  expect(list.find(({ id }) => id === "recovery-codes")).toBeDefined();
  expect(secretOf("recovery-codes")).toBeUndefined();
});

test("the inbox takes a mail with the largest logo that a partner may have", async () => {
  const { most = 0 } = partnerImages.find(({ path }) => path.includes("mail")) ?? {};
  const images = [{ cid: "logo", mediaType: "image/png", base64: Buffer.alloc(most).toString("base64") }];
  const part = "x".repeat(50_000);
  const mail = { id: "1", channel: "mail", to: "a@b.example", subject: "S", text: part, html: part, images };
  const { status } = await fetch(`${running()}/outbox`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(mail),
  });
  expect(most).toBeGreaterThan(0);
  expect(status).toBe(204);
});
