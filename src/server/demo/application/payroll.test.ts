import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { partnerImages } from "../../../config/image-uses.ts";
import { payroll } from "./payroll.ts";

test("the inbox takes a mail with the largest logo that a partner may have", async () => {
  const origin = "http://localhost";
  const server = createServer(payroll({ issuer: origin, clientSecret: "", origin })).listen(0);
  onTestFinished(() => void server.close());
  const { most = 0 } = partnerImages.find(({ path }) => path.includes("mail")) ?? {};
  const images = [{ cid: "logo", mediaType: "image/png", base64: Buffer.alloc(most).toString("base64") }];
  const part = "x".repeat(50_000);
  const mail = { id: "1", channel: "mail", to: "a@b.example", subject: "S", text: part, html: part, images };
  const { status } = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/outbox`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(mail),
  });
  expect(most).toBeGreaterThan(0);
  expect(status).toBe(204);
});
