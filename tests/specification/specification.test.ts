import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { configOf } from "../../src/config/read-config.ts";
import { ConfigError } from "../../src/config/watch/watch-config.ts";
import { queryParameters } from "../../src/shared/constants.ts";
import { rightToLeftLanguages } from "../../src/shared/languages.ts";
import { isVendor, roles } from "../../src/shared/roles.ts";
import { messagePatterns } from "../support/reached.ts";
import { addressParameters, calls, coveredMessage, messages, routes } from "./specification.ts";

const { config, findings } = configOf({ ...(await readSources(process.cwd(), ownFiles)), panels: undefined });
if (config === undefined) throw new ConfigError(findings);
const screens = Object.values(config.screens);

describe("The specification, section 2", () => {
  test.each(Object.entries(routes))("%s has its screen, %s", (path, access) => {
    const screen = screens.find((candidate) => candidate.path === path);
    expect(screen?.access).toBe(access);
  });

  test("each query parameter of an address is known by its name", () => {
    const known: readonly string[] = queryParameters;
    expect(addressParameters.filter((name) => name !== "ReturnUrl" && !known.includes(name))).toEqual([]);
  });
});

describe("The specification, section 7", () => {
  test.each(Object.entries(calls))("%s has its contract", (name, { method, query, body }) => {
    const contract = config.contracts[name as keyof typeof config.contracts];
    expect(contract).toBeDefined();
    expect(contract?.method ?? "POST").toBe(method);
    const known = [...Object.keys(contract?.query ?? {}), "returnUrl"];
    expect(query.filter((parameter) => !known.includes(parameter))).toEqual([]);
    expect(body === undefined || method === "POST").toBe(true);
  });
});

describe("The specification, sections 4, 5 and 8", () => {
  test("a call that a challenge holds back says so", async () => {
    expect(textsOf(JSON.parse(await readFile("locales/en-GB.json", "utf8")))).toContain(coveredMessage);
  });

  test.each(messages.map((message) => [message]))(
    "“%s” is a text of the source language",
    async (message) => {
      const texts = textsOf(JSON.parse(await readFile("locales/en-GB.json", "utf8")));
      const filled = texts.flatMap((text) => [text.replace(/\{count\}/g, "8"), `${text} is required.`]);
      const pattern = messagePatterns.find((candidate) => candidate.message === message)?.pattern;
      expect(filled.some((text) => pattern?.test(text))).toBe(true);
    },
  );
});

describe("The specification, sections 6 and 9", () => {
  test("the seven roles have their numbers, and 3, 4 and 5 are vendors", () => {
    expect(Object.values(roles)).toEqual([
      "EMPLOYEE",
      "MANAGER",
      "VENDOR_SUPPORT",
      "VENDOR_OPERATIONS",
      "VENDOR_PARTNER",
      "ADMIN",
      "HR_ADMIN",
    ]);
    expect(Object.values(roles).filter((name) => isVendor([name]))).toEqual([
      "VENDOR_SUPPORT",
      "VENDOR_OPERATIONS",
      "VENDOR_PARTNER",
    ]);
  });

  test("exactly the twelve languages are written from right to left", () => {
    expect([...rightToLeftLanguages].sort()).toEqual(
      ["ar", "arc", "dv", "fa", "ha", "he", "khw", "ks", "ku", "ps", "ur", "yi"].sort(),
    );
  });
});

function textsOf(part: unknown): string[] {
  if (typeof part === "string") return [part];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(textsOf) : [];
}
