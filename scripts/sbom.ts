/** What of a package-lock.json (version 3) an inventory needs. */
interface Lock {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  integrity?: string;
  dev?: true;
}

/**
 * The inventory of everything that a build may hold, made from the lock file (CycloneDX 1.6; security, SC-1). What only
 * development uses is marked as excluded.
 */
export function sbomOf({ name, version, packages }: Lock) {
  const components = Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, locked]) => componentOf(path.slice(path.lastIndexOf("node_modules/") + 13), locked));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components,
  };
}

function componentOf(name: string, { version = "", integrity = "", dev }: LockedPackage) {
  const [algorithm, hash = ""] = integrity.split("-", 2);
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    scope: dev === true ? "excluded" : "required",
    hashes:
      algorithm === "sha512"
        ? [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }]
        : [],
  };
}
