import { expect, test } from "vitest";
import { Outbox, plainMessage } from "./outbox.ts";

const mail = { id: "1", channel: "mail", to: "a@b.example", subject: "S", text: "T", html: "<p>T</p>" };

test("a mail is kept once, with its images where it shows them", () => {
  const outbox = new Outbox();
  const images = [{ cid: "logo@a", mediaType: "image/png", base64: "AAAA" }];
  const html = '<img src="cid:logo@a"><img src="cid:other">';
  expect(outbox.add({ ...mail, html, images }, 1)).toBe(true);
  expect(outbox.add({ ...mail, html, images }, 2)).toBe(true);
  const [kept, ...others] = outbox.list().map(plainMessage);
  expect(others).toEqual([]);
  expect(kept).toEqual({
    at: 1,
    channel: "mail",
    to: "a@b.example",
    subject: "S",
    text: "T",
    html: '<img src="data:image/png;base64,AAAA"><img src="cid:other">',
  });
});

test.each([
  null,
  { ...mail, channel: "fax" },
  { ...mail, text: undefined },
  { ...mail, html: 7 },
  { ...mail, html: "x".repeat(70_000) },
])("what is no message is not taken: %j", (value) => {
  expect(new Outbox().add(value, 1)).toBe(false);
});

test("a text message has neither subject nor HTML", () => {
  const outbox = new Outbox();
  outbox.add({ id: "2", channel: "sms", to: "+15551234567", text: "T" }, 1);
  expect(outbox.list().map(plainMessage)).toEqual([{ at: 1, channel: "sms", to: "+15551234567", text: "T" }]);
});
