import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, createServer, type ViteDevServer } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { filesBelow } from "./data-files.ts";
import { formPlugin } from "./form-plugin.ts";
import { screensPlugin } from "./screens-plugin.ts";

const files = {
  "entry.ts": 'export { forms } from "virtual:forms"; export { screensConfig } from "virtual:screens";',
  "screens.config.json": { $schema: "./x.json", screens: { login: { path: "/login" } } },
  "schemas/forms/login.json": {
    schema: { $ref: "../calls/Login.json#/body" },
    fields: [{ name: "username", widget: "text" }],
  },
  "schemas/calls/Login.json": {
    body: {
      type: "object",
      properties: { username: { $ref: "../entities/name.json" } },
      required: ["username"],
    },
  },
  "schemas/entities/name.json": { type: "string", maxLength: 5 },
};

describe("the plugins of the data files", () => {
  let root: string;
  let server: ViteDevServer | undefined;
  const write = (file: string, content: unknown) => {
    const path = join(root, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  };
  const config = () => ({
    root,
    configFile: false as const,
    logLevel: "silent" as const,
    plugins: [formPlugin(filesBelow(root)), screensPlugin(filesBelow(root))],
  });
  const start = async () => {
    const hmr = { server: { middlewareMode: true, ws: false as const, watch: null } };
    server = await createServer({
      ...config(),
      ...hmr,
      appType: "custom",
      optimizeDeps: { noDiscovery: true },
    });
    return server;
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "vestibule-plugins-"));
    for (const [file, content] of Object.entries(files)) write(file, content);
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    rmSync(root, { recursive: true });
  });

  it("give the forms, each loaded when it is needed, and the screens", async () => {
    const { forms, screensConfig } = await (await start()).ssrLoadModule("/entry.ts");
    expect(Object.keys(forms)).toEqual(["login"]);
    const form = await forms.login();
    expect(form.validate({ username: "longer" })).toBe(false);
    expect(form.validate({ username: "short" })).toBe(true);
    expect(screensConfig).toEqual({ screens: files["screens.config.json"].screens });
  });

  it("serve the forms to the browser in development", async () => {
    const { client } = (await start()).environments;
    const list = await client?.transformRequest("virtual:forms");
    const [, address = ""] = /import\("([^"]*login)"\)/.exec(list?.code ?? "") ?? [];
    expect((await client?.transformRequest(address))?.code).toContain("validate");
  });

  it.each(["client", "server"])(
    "compile the forms of the %s build into chunks of their own",
    async (kind) => {
      const result = await build({
        ...config(),
        build: {
          write: false,
          manifest: true,
          ssr: kind === "server",
          rolldownOptions: { input: join(root, "entry.ts"), preserveEntrySignatures: "strict" },
        },
      });
      const output = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
      const form = output.find(
        (chunk) => chunk.type === "chunk" && chunk.facadeModuleId?.endsWith("/virtual:form/login"),
      );
      expect(form?.type === "chunk" && form.isDynamicEntry).toBe(true);
      const manifest = output.find(({ fileName }) => fileName.endsWith("manifest.json"));
      const listed = manifest?.type === "asset" ? JSON.parse(String(manifest.source)) : {};
      expect(Object.keys(listed)).toContain("virtual:form/login");
    },
  );

  it.each([
    [
      "cannot be checked",
      "schemas/entities/name.json",
      { type: "string", format: "colour" },
      'schemas/forms/login.json: unknown format "colour"',
    ],
    ["is broken", "schemas/forms/login.json", "{ nonsense", "schemas/forms/login.json: "],
    [
      "leads nowhere",
      "schemas/calls/Login.json",
      {},
      "schemas/forms/login.json refers to schemas/calls/Login.json#/body, but schemas/calls/Login.json has no /body",
    ],
  ])("fail the build of a form that %s, with file and reason", async (_, file, content, reason) => {
    write(file, content);
    const failed = build({
      ...config(),
      build: { write: false, rolldownOptions: { input: join(root, "entry.ts") } },
    });
    await expect(failed).rejects.toThrow(reason);
  });
});
