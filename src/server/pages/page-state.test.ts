import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { programTexts } from "../../config/read/program-texts.ts";
import { ownFiles } from "../../config/read/sources.ts";
import { readConfig } from "../../config/read-config.ts";
import { usesOf } from "../../shared/screens.ts";
import { brandedState } from "./page-state.ts";

const { config } = await readConfig(process.cwd(), ownFiles);
if (config === undefined) throw new Error("the repository has a configuration");

const screens = Object.values(config.screens).filter(({ redirect }) => redirect === undefined);
const problemsOn = (screen: string): string[] =>
  Object.keys(brandedState(config, "default", "en-GB", screen).texts)
    .filter((key) => key.startsWith("problems."))
    .map((key) => key.replace(/_\w+$/, ""));

/** Problems that sources of the app name themselves. */
async function namedIn(patterns: string[], without: readonly string[] = []): Promise<string[]> {
  const sources = new Map<string, string>();
  for await (const path of glob(patterns, { exclude: ["**/*.test.*", ...without] }))
    if (/\.tsx?$/.test(path)) sources.set(path, await readFile(path, "utf8"));
  return [...programTexts(sources).namedTexts.keys()].filter((key) => key.startsWith("problems."));
}

// A ceremony's own is on the screens that hold one, below; a refusal by which the view is looked at anew was said by a call.
const ofApp = await namedIn(
  ["src/client/**", "src/shared/**"],
  ["src/client/app/ceremony.ts", "src/client/app/outdated-view.ts", "src/shared/screen-texts.ts"],
);
const ofCeremonies = {
  assertion: ["problems.credentialNotSupported", "problems.noDeviceUsed", "problems.secureSignInFailed"],
  attestation: [
    "problems.credentialNotSupported",
    "problems.deviceKnown",
    "problems.nothingRegistered",
    "problems.registrationFailed",
  ],
};

test.each(screens)("the page of $id has the words for whatever the app says by itself", ({ id }) => {
  expect(ofApp).toEqual(expect.arrayContaining(["problems.offline", "problems.signInAgain"]));
  expect(problemsOn(id)).toEqual(expect.arrayContaining(ofApp));
});

test("a page that sends nothing carries no other problem", () => {
  // The first can be any ceremony's; the other is said before it is known whose language to speak.
  const besides = ["problems.credentialNotSupported", "problems.cookiesNeeded"];
  expect(new Set(problemsOn("account"))).toEqual(new Set([...ofApp, ...besides]));
});

test("a ceremony says nothing but what is known of it here", async () => {
  const named = await namedIn(["src/client/app/ceremony.ts"]);
  expect(new Set(named)).toEqual(new Set(Object.values(ofCeremonies).flat()));
});

test.each(
  screens.flatMap((screen) =>
    usesOf(screen).flatMap(({ ceremony }) => (ceremony === undefined ? [] : [{ id: screen.id, ceremony }])),
  ),
)("the page of $id has the words for a ceremony that fails: $ceremony", ({ id, ceremony }) => {
  expect(problemsOn(id)).toEqual(expect.arrayContaining(ofCeremonies[ceremony]));
});

test("a page carries the refusals of its own calls and of no other's", () => {
  expect(problemsOn("login")).toEqual(
    expect.arrayContaining(["problems.signInFailed", "problems.secureSignInFailed"]),
  );
  expect(problemsOn("login")).not.toContain("problems.passwordWrong");
  expect(problemsOn("changePassword")).toContain("problems.passwordWrong");
  expect(problemsOn("select")).toContain("problems.notMember");
  expect(problemsOn("error")).not.toContain("problems.signInFailed");
});

test.each([
  ["neither privacy notice nor imprint", {}, false],
  ["a privacy notice alone", { privacyUrl: "https://site.example/privacy" }, true],
  ["an imprint alone", { imprintUrl: "https://site.example/imprint" }, true],
])("the page of a partner that has %s has the words for what it links", (_name, legal, isSaid) => {
  const standard = config.partners.default;
  const { privacyUrl: _privacy, imprintUrl: _imprint, ...rest } = standard;
  const partners = { ...config.partners, default: { ...rest, ...legal } };
  const { texts } = brandedState({ ...config, partners }, "default", "en-GB", "login");
  expect(Object.keys(texts).some((key) => key.startsWith("shell.legal."))).toBe(isSaid);
});
