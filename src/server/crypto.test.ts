import { describe, expect, test } from "vitest";
import {
  hmac,
  hmacs,
  newAccountId,
  open,
  randomToken,
  type SecretKeys,
  safeEqual,
  seal,
  sha256,
} from "./crypto.ts";

const key: SecretKeys = [Buffer.alloc(32, 1)];
const otherKey: SecretKeys = [Buffer.alloc(32, 2)];

test("random values have the asked bytes and never repeat", () => {
  const values = new Set(Array.from({ length: 1000 }, () => randomToken(16)));
  expect(values.size).toBe(1000);
  for (const value of values) expect(Buffer.from(value, "base64url")).toHaveLength(16);
});

test("no identifier of an account begins as an option of a command does", () => {
  const ids = new Set(Array.from({ length: 1000 }, newAccountId));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^\w[\w-]{21}$/);
});

test("SHA-256 is that of FIPS 180-4", () => {
  expect(Buffer.from(sha256("abc"), "base64url").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("comparison is exact for any lengths", () => {
  expect(safeEqual("abc", "abc")).toBe(true);
  expect(safeEqual("abc", "abd")).toBe(false);
  expect(safeEqual("abc", "abcd")).toBe(false);
});

test("an HMAC depends on key, purpose and value", () => {
  const values = [hmac(key, "a", "x"), hmac(otherKey, "a", "x"), hmac(key, "b", "x"), hmac(key, "a", "y")];
  expect(new Set(values).size).toBe(4);
  expect(hmac(key, "a", "x")).toBe(values[0]);
});

describe("what is sealed", () => {
  const sealed = seal(key, "a", "grüße");

  test("opens with the same key and purpose alone", () => {
    expect(open(key, "a", sealed)).toBe("grüße");
    expect(() => open(otherKey, "a", sealed)).toThrow();
    expect(() => open(key, "b", sealed)).toThrow();
  });

  test("opens by any of several keys, and what is new is sealed by the first of them", () => {
    const both: SecretKeys = [...otherKey, ...key];
    expect(open(both, "a", sealed)).toBe("grüße");
    expect(open(otherKey, "a", seal(both, "a", "neu"))).toBe("neu");
    expect(hmacs(both, "a", "x")).toEqual([hmac(otherKey, "a", "x"), hmac(key, "a", "x")]);
  });

  test("never looks the same twice", () => {
    expect(seal(key, "a", "grüße")).not.toBe(sealed);
  });

  test.each([0, 12, 28])("does not open when byte %d is changed", (position) => {
    const [mark, body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64url");
    bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
    expect(() => open(key, "a", `${mark}.${bytes.toString("base64url")}`)).toThrow();
  });

  test("does not open when cut", () => {
    expect(() => open(key, "a", sealed.slice(0, 20))).toThrow();
    expect(() => open(key, "a", "")).toThrow();
    // Nonce and a quarter of the tag: the shorter a tag may be, the sooner one is guessed.
    const [mark, body = ""] = seal(key, "a", "").split(".");
    const short = Buffer.from(body, "base64url").subarray(0, 16).toString("base64url");
    expect(() => open(key, "a", `${mark}.${short}`)).toThrow();
  });
});
