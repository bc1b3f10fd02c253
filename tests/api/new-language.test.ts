import { expect, it } from "vitest";
import { makeNew } from "../../src/config/new/make-new.ts";
import { newLanguage } from "../../src/config/new/new-language.ts";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { type Config, configOf } from "../../src/config/read-config.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const sources = await readSources(process.cwd(), ownFiles);
const { texts } = makeNew(sources, newLanguage, "it", []);
const { texts: latin } = makeNew(sources, newLanguage, "es-419", []);

/** The repository with two more files, and a partner that lists their languages and plain English. */
function withItalian(): Config {
  const file = "partners/default/partner.json";
  const listed = (sources.texts.get(file) ?? "").replace('"en-GB", ', '"en-GB", "en", "it", "es-419", ');
  const { config, findings } = configOf({
    ...sources,
    texts: new Map([...sources.texts, ...texts, ...latin, [file, listed]]),
  });
  expect(findings).toEqual([]);
  return config as Config;
}

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer, config: withItalian });

  it("serves a language that is one new file to whoever wants it, where the partner lists it", async () => {
    const headers = { accept: "text/html", "accept-language": "it" };
    const { text } = await server().browser().send("/account/login", { headers });
    expect(text).toContain('<html lang="it" dir="ltr"');
    const { json } = await server().browser().call("GetPartnerMetaData");
    expect(json.availableLanguages).toContain("it");
  });

  it("serves the texts of a tag with digits", async () => {
    const { catalogueHash } = withItalian();
    const address = `/catalogues/default/es-419.${catalogueHash("default", "es-419")}.json`;
    const { status, json } = await server().browser().send(address);
    expect([status, json["shell.signOut"]]).toEqual([
      200,
      withItalian().texts("default", "es")["shell.signOut"],
    ]);
  });

  it("has plain English as a language of its own, in the words of British English", async () => {
    const headers = { accept: "text/html", "accept-language": "en-US" };
    const browser = server().browser();
    expect((await browser.send("/account/login", { headers })).text).toContain('<html lang="en" dir="ltr"');
    const { json } = await browser.call("SetLanguage", undefined, { language: "en" });
    expect(json).toEqual({ language: "en", direction: "ltr" });
    const { texts, catalogueHash } = withItalian();
    expect(texts("default", "en")).toEqual(texts("default", "en-GB"));
    const address = `/catalogues/default/en.${catalogueHash("default", "en")}.json`;
    expect((await browser.send(address)).json["shell.signOut"]).toBe("Sign out");
  });
});
