import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { start } from "../../src/server/main.ts";
import { builtRenderer } from "../../src/server/pages/built-renderer.ts";
import { copyDataFiles } from "../support/copy-data-files.ts";
import { addDemoUser } from "../support/demo-user.ts";
import {
  type RecaptchaProvider,
  recaptchaPartner,
  recaptchaVariables,
  startRecaptchaProvider,
} from "../support/recaptcha-provider.ts";
import { TestClient } from "../support/test-client.ts";
import { test as base, expect, type Login, type Persona, signIn } from "./fixtures.ts";
import { visit } from "./on-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The sign-in service with keys of a provider that stands in for reCAPTCHA. */
export interface CaptchaSite {
  provider: RecaptchaProvider;
  /** Opens the sign-in page of somebody who has failed too often; signing in once more asks for a challenge. */
  openAsked(page: Page): Promise<Persona>;
}

interface CaptchaFixtures {
  /** Which keys the partner has. */
  keys: readonly (keyof typeof recaptchaPartner)[];
  site: CaptchaSite;
}

/** Tests of a site of their own. */
export const test = base.extend<CaptchaFixtures>({
  keys: [["score", "checkbox"], { option: true }],
  site: async ({ keys, context }, use, { parallelIndex }) => {
    const port = Number(process.env.TEST_PORT ?? 5510) + 5 + 2 * parallelIndex;
    const origin = `http://localhost:${port}`;
    const provider = await startRecaptchaProvider(port + 1);
    const { folder, remove } = await copyDataFiles();
    await giveKeys(folder, keys);
    Object.assign(process.env, recaptchaVariables);
    const server = await start({
      root: folder,
      environment: {
        ...recaptchaVariables,
        PORT: String(port),
        VESTIBULE_PUBLIC_URL: origin,
        VESTIBULE_DATABASE_FILE: join(folder, "vestibule.sqlite"),
        VESTIBULE_RECAPTCHA_URL: provider.url,
        VESTIBULE_PRIVATE_ADDRESSES: "127.0.0.0/8",
        VESTIBULE_LOG_LEVEL: "fatal",
      },
      renderer: (source) => builtRenderer(root, source.current().buildHash),
    });
    await use({
      provider,
      openAsked: async (page) => {
        const persona = await addDemoUser(server.services, "plain");
        const client = new TestClient(`http://127.0.0.1:${port}`, origin);
        const wrong = { username: persona.username, password: "wrong" };
        for (let count = 0; count < 3; count++) expect((await client.call("Login", wrong)).status).toBe(400);
        await visit(page, `${origin}/account/login`);
        return persona;
      },
    });
    // A page that is still open would miss its server, and say so.
    await Promise.all(context.pages().map((page) => page.close()));
    await server.stop();
    await provider.close();
    await remove();
  },
});

/** Gives the default partner of some data files these keys. */
async function giveKeys(folder: string, keys: CaptchaFixtures["keys"]): Promise<void> {
  const file = join(folder, "partners/default/partner.json");
  const captcha = Object.fromEntries(keys.map((key) => [key, recaptchaPartner[key]]));
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), captcha }));
}

export { expect, type Login, signIn };
