import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { sbomOf } from "../../scripts/sbom.ts";
import { leastVersions } from "./least-versions.ts";

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: true;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
const locked = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== "");
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Says whether a version is at least another one, number by number. */
function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((text) => text.split(/[.-]/).map(Number));
  for (const [index, number] of (need ?? []).entries()) {
    const own = have?.[index] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

describe("every package that is installed", () => {
  it("is named with the hash of what was read when it was chosen, from the registry alone", () => {
    expect(locked.length).toBeGreaterThan(100);
    for (const [path, { resolved = "https://registry.npmjs.org/", integrity }] of locked) {
      expect([path, resolved]).toEqual([path, expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//)]);
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
    }
  });

  it("has what it needs on other machines beside it, without which a clean install refuses everything", () => {
    const names = new Set(locked.map(([path]) => nameOf(path)));
    const asked = locked.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
  });

  it("runs no script of its own when it is installed", async () => {
    expect(await readFile(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
  });

  it("is not of a version that is known to be vulnerable", () => {
    for (const [path, { version }] of locked) {
      const least = leastVersions[nameOf(path)];
      if (least !== undefined)
        expect([path, version, isAtLeast(version, least)]).toEqual([path, version, true]);
    }
    for (const name of ["fastify", "nodemailer"])
      expect(locked.map(([path]) => nameOf(path))).toContain(name);
  });

  it("is asked for by one version, not by a range", async () => {
    const { dependencies, devDependencies } = JSON.parse(await readFile("package.json", "utf8"));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
  });

  it("stands in the inventory of the build, with its hash", () => {
    const { bomFormat, specVersion, components } = sbomOf(lock);
    expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.6"]);
    expect(components).toHaveLength(locked.length);
    const fastify = components.find(({ name }) => name === "fastify");
    expect(fastify).toMatchObject({
      purl: `pkg:npm/fastify@${fastify?.version}`,
      scope: "required",
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(components.find(({ name }) => name === "@mui/system")?.purl).toMatch(/^pkg:npm\/%40mui\/system@/);
    expect(components.find(({ name }) => name === "vitest")?.scope).toBe("excluded");
  });
});
