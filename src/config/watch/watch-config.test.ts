import { writeFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Finding } from "../finding.ts";
import { proveJourney } from "../proof/prove-journey.ts";
import { ownFiles, UnreadableSource } from "../read/sources.ts";
import { ConfigError, type ConfigSource, waitForConfig, watchConfig } from "./watch-config.ts";

vi.mock("../proof/prove-journey.ts", { spy: true });

// A busy machine has its time; after ten seconds a look that failed is repeated by itself, whether a change was seen or not.
const soon = { timeout: 9000, interval: 10 };

let root: string;
let source: ConfigSource | undefined;
const onFindings = vi.fn<(findings: Finding[], taken: boolean) => void>();
const onError = vi.fn<(error: unknown) => void>();

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "vestibule-config-"));
  for (const part of ["schemas", "locales", "partners", "screens.config.json", ...Object.values(ownFiles)]) {
    await cp(part, join(root, part), { recursive: true });
  }
  onFindings.mockClear();
  onError.mockClear();
});

afterEach(async () => {
  source?.close();
  await rm(root, { recursive: true });
});

test("a changed partner is taken, and listeners are told once", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  const told = vi.fn();
  source.onChange(told);
  const before = source.current();
  await writePartner("default", { partnerName: "Second" });
  await vi.waitFor(() => expect(source?.current().partners.default.partnerName).toBe("Second"), soon);
  expect(told).toHaveBeenCalledTimes(1);
  expect(source.current().hash).not.toBe(before.hash);
  expect(source.current().buildHash).toBe(before.buildHash);
});

test("what is not accepted is asked for again when its file is saved as it is, and taken once it is", async () => {
  const accepts = vi.fn(() => false);
  source = await watchConfig(root, ownFiles, { onFindings, onError, accepts });
  const told = vi.fn();
  source.onChange(told);
  await writePartner("default", { partnerName: "Second" });
  await vi.waitFor(() => expect(accepts).toHaveBeenCalledTimes(1), soon);
  accepts.mockReturnValue(true);
  await writePartner("default", { partnerName: "Second" });
  await vi.waitFor(() => expect(source?.current().partners.default.partnerName).toBe("Second"), soon);
  expect(accepts.mock.calls).toMatchObject([
    [{}, true],
    [{}, false],
  ]);
  expect(told).toHaveBeenCalledTimes(1);
});

test("a bad change is reported and leaves the last good one in force until it is mended", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  await writePartner("default", { partnerName: "Vestibule", colour: "blue" });
  await vi.waitFor(() => expect(onFindings).toHaveBeenCalled(), soon);
  expect(onFindings.mock.lastCall?.[0]).toMatchObject([
    { file: "partners/default/partner.json", line: 1, rule: "unknown-key" },
  ]);
  expect(onFindings.mock.lastCall?.[1]).toBe(false);
  expect(source.current().partners.default.partnerName).toBe("Vestibule");
  await writePartner("default", {
    $schema: "../../schemas/config/partner.schema.json",
    partnerName: "Mended",
    // Another partner, which orders its providers, inherits that they are shown.
    behaviour: { showLoginProviders: true },
    logo: "logo.svg",
    icon: "icon.png",
  });
  await vi.waitFor(() => expect(source?.current().partners.default.partnerName).toBe("Mended"), soon);
  expect(onFindings.mock.lastCall?.[0]).toEqual([]);
});

test("the journey is proven anew only after a change that it rests on", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  const proofs = vi.mocked(proveJourney).mock.calls.length;
  await writeFile(join(root, "locales/de-AT.json"), JSON.stringify({ shell: { back: "Zurück" } }));
  await vi.waitFor(() => expect(source?.current().languages).toContain("de-AT"), soon);
  expect(proveJourney).toHaveBeenCalledTimes(proofs);
  await writePartner("newcomer", { partnerName: "New" });
  await vi.waitFor(() => expect(source?.current().partners.newcomer).toBeDefined(), soon);
  expect(proveJourney).toHaveBeenCalledTimes(proofs + 1);
});

test("a file that is replaced by renaming another over it is seen, every time", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  for (const name of ["One", "Two", "Three"]) {
    const clients = { clients: { app: { name, redirectUris: ["https://app.example/"] } } };
    await writeFile(join(root, "clients.config.json~"), JSON.stringify(clients));
    await rename(join(root, "clients.config.json~"), join(root, "clients.config.json"));
    await vi.waitFor(() => expect(source?.current().clients.app?.name).toBe(name), soon);
  }
});

test("a new partner's folder is watched, also when it is taken away and made again", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  for (const name of ["One", "Two"]) {
    await writePartner("northwind", { partnerName: "New" });
    await vi.waitFor(() => expect(source?.current().partners.northwind?.partnerName).toBe("New"), soon);
    await writePartner("northwind", { partnerName: name });
    await vi.waitFor(() => expect(source?.current().partners.northwind?.partnerName).toBe(name), soon);
    await rm(join(root, "partners/northwind"), { recursive: true });
    await vi.waitFor(() => expect(source?.current().partners.northwind).toBeUndefined(), soon);
  }
});

test("texts and a partner that are mounted as links are read, and noticed when the mount is switched", async () => {
  const language = join(root, "locales/de-AT.json");
  const mounted = join(root, "partners/northwind");
  const switchTo = async (version: string, back: string, partnerName: string) => {
    await mkdir(join(root, "locales", version));
    await writeFile(join(root, "locales", version, "de-AT.json"), JSON.stringify({ shell: { back } }));
    await symlink(version, join(root, "locales/..next"));
    await rename(join(root, "locales/..next"), join(root, "locales/..data"));
    await mkdir(join(root, version));
    await writeFile(join(root, version, "partner.json"), JSON.stringify({ partnerName }));
    await symlink(join(root, version), join(root, "next"));
    await rename(join(root, "next"), mounted);
  };
  await rm(mounted, { recursive: true });
  await symlink("..data/de-AT.json", language);
  await switchTo("..1", "Zurück", "One");
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  const back = () => source?.current().texts("default", "de-AT")["shell.back"];
  expect([back(), source.current().partners.northwind?.partnerName]).toEqual(["Zurück", "One"]);
  await switchTo("..2", "Retour", "Two");
  await vi.waitFor(() => expect(back()).toBe("Retour"), soon);
  await vi.waitFor(() => expect(source?.current().partners.northwind?.partnerName).toBe("Two"), soon);
  await writePartner("northwind", { partnerName: "Three" });
  await vi.waitFor(() => expect(source?.current().partners.northwind?.partnerName).toBe("Three"), soon);
});

test("what editors and mounts keep beside the files under names with a dot is passed over", async () => {
  await writeFile(join(root, "locales/._de.json"), "no text");
  await symlink("somebody@somewhere.123", join(root, "locales/.#fr.json"));
  await symlink("nowhere.json", join(root, "locales/it.json"));
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  expect(source.findings()).toEqual([]);
});

test("an image that is taken away is told, and one that comes back or is another is taken", async () => {
  const logo = join(root, "partners/northwind/logo.png");
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  const told = vi.fn();
  source.onChange(told);
  const bytes = await readFile(logo);
  await rm(logo);
  await vi.waitFor(
    () => expect(onFindings.mock.lastCall?.[0]).toMatchObject([{ rule: "partner-file" }]),
    soon,
  );
  expect(told).not.toHaveBeenCalled();
  await writeFile(logo, bytes);
  await vi.waitFor(() => expect(onFindings.mock.lastCall?.[0]).toEqual([]), soon);
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), soon);
  await writeFile(logo, Buffer.concat([bytes, Buffer.alloc(1)]));
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2), soon);
});

test("a provider's picture that is put beside the vendors' file after it was named is taken", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  await writeVendor({ icon: "fabrikam.svg" });
  await vi.waitFor(
    () => expect(onFindings.mock.lastCall?.[0]).toMatchObject([{ rule: "vendor-icon" }]),
    soon,
  );
  await cp("src/server/demo/contoso.svg", join(root, "fabrikam.svg"));
  await vi.waitFor(() => expect(source?.current().vendors.fabrikam?.icon).toBe("fabrikam.svg"), soon);
});

test("whoever waits for the files learns of a provider's picture too", async () => {
  await writeVendor({ icon: "fabrikam.svg" });
  const told = vi.fn();
  const usable = waitForConfig(root, ownFiles, told, onError);
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), soon);
  await cp("src/server/demo/contoso.svg", join(root, "fabrikam.svg"));
  await usable;
});

test("a look at a change that fails is told once, changes nothing, and the next change is looked at", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  const failure = new Error("nobody thought of this");
  vi.mocked(proveJourney).mockImplementationOnce(() => {
    throw failure;
  });
  await writePartner("newcomer", { partnerName: "New" });
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(failure), soon);
  expect(source.current().partners.newcomer).toBeUndefined();
  await writePartner("newcomer", { partnerName: "Newer" });
  await vi.waitFor(() => expect(source?.current().partners.newcomer?.partnerName).toBe("Newer"), soon);
  expect(onError).toHaveBeenCalledTimes(1);
});

test("a file that cannot be read is no file that is missing: nothing changes, and it is told which", async () => {
  const clients = join(root, "clients.config.json");
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  await rm(clients);
  await symlink(clients, clients);
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), soon);
  expect(onError.mock.lastCall?.[0]).toMatchObject({ message: "clients.config.json cannot be read (ELOOP)" });
  const start = watchConfig(root, ownFiles, { onFindings, onError });
  await expect(start).rejects.toThrow(UnreadableSource);
});

test("whoever waits for the files goes on waiting after a look that fails", async () => {
  await writeVendor({ icon: "fabrikam.svg" });
  const told = vi.fn();
  const usable = waitForConfig(root, ownFiles, told, onError);
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), soon);
  const failure = new Error("nobody thought of this");
  told.mockImplementationOnce(() => {
    throw failure;
  });
  await writeVendor({ icon: "other.svg" });
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(failure), soon);
  await writeVendor({});
  await usable;
});

test("a folder that is named like a drawing is told with its place", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  await mkdir(join(root, "fabrikam.svg"));
  await vi.waitFor(
    () => expect(onFindings.mock.lastCall?.[0]).toMatchObject([{ file: "fabrikam.svg", rule: "safe-svg" }]),
    soon,
  );
  expect(onError).not.toHaveBeenCalled();
});

test("a text that loses its key falls back, with a finding", async () => {
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  await writeFile(join(root, "locales/de-AT.json"), JSON.stringify({ shell: { bak: "Zurück" } }));
  await vi.waitFor(() => expect(source?.current().languages).toContain("de-AT"), soon);
  expect(onFindings.mock.lastCall?.[0].some(({ rule }) => rule === "same-texts")).toBe(true);
  expect(onFindings.mock.lastCall?.[1]).toBe(true);
  expect(source.current().texts("default", "de-AT")["shell.close"]).toBeTruthy();
});

test("screens stay as they were built, unless all is watched", async () => {
  const built = await readFile(join(root, "screens.config.json"), "utf8");
  const withLayout = (layout: string) =>
    built.replace('"path": "/devops", "layout": "empty"', `"path": "/devops", "layout": "${layout}"`);
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  await writeFile(join(root, "screens.config.json"), withLayout("bare"));
  await writePartner("default", { partnerName: "Changed" });
  await vi.waitFor(() => expect(source?.current().partners.default.partnerName).toBe("Changed"), soon);
  expect(source.current().screens.devops?.layout).toBe("empty");
  source.close();
  await writeFile(join(root, "screens.config.json"), withLayout("card"));
  source = await watchConfig(root, ownFiles, { all: true, onFindings, onError });
  await writeFile(join(root, "screens.config.json"), withLayout("bare"));
  await vi.waitFor(() => expect(source?.current().screens.devops?.layout).toBe("bare"), soon);
});

test("what the program shows is looked at again as well where all is watched", async () => {
  const screens = await readFile(join(root, "screens.config.json"), "utf8");
  await cp("src/client/panels", join(root, "src/client/panels"), { recursive: true });
  source = await watchConfig(root, ownFiles, { all: true, onFindings, onError });
  const told = () => source?.findings().map(({ message }) => message);
  const noPanel = 'There is no panel "novel" in src/client/panels/.';
  await writeFile(join(root, "screens.config.json"), screens.replace('"panel": "home"', '"panel": "novel"'));
  await vi.waitFor(() => expect(told()).toContain(noPanel), soon);
  await cp("src/client/panels/home.tsx", join(root, "src/client/panels/novel.tsx"));
  await vi.waitFor(() => expect(told()).not.toContain(noPanel), soon);
});

test("a change while the first configuration is still checked is taken", async () => {
  const { proveJourney: prove } = await vi.importActual<{ proveJourney: typeof proveJourney }>(
    "../proof/prove-journey.ts",
  );
  await writePartner("newcomer", { partnerName: "Before" });
  vi.mocked(proveJourney).mockImplementationOnce((checked) => {
    writeFileSync(join(root, "partners/newcomer/partner.json"), '{ "partnerName": "After" }');
    return prove(checked);
  });
  source = await watchConfig(root, ownFiles, { onFindings, onError });
  expect(source.current().partners.newcomer?.partnerName).toBe("Before");
  await vi.waitFor(() => expect(source?.current().partners.newcomer?.partnerName).toBe("After"), soon);
});

test("a bad configuration at the start is refused with every finding", async () => {
  await writeFile(join(root, "vendors.config.json"), "{");
  const start = watchConfig(root, ownFiles, { onFindings, onError });
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow('vendors.config.json:1:1  This is no JSON: This "{" is not closed.');
});

async function writePartner(id: string, value: object): Promise<void> {
  await mkdir(join(root, "partners", id), { recursive: true });
  await writeFile(join(root, "partners", id, "partner.json"), JSON.stringify(value));
}

async function writeVendor(more: object): Promise<void> {
  const vendor = {
    name: "Fabrikam",
    issuer: "https://fabrikam.example",
    clientId: "vestibule",
    secretEnvironment: "FABRIKAM_SECRET",
    ...more,
  };
  await writeFile(join(root, "vendors.config.json"), JSON.stringify({ vendors: { fabrikam: vendor } }));
}
