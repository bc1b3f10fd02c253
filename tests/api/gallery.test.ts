import { describe, expect, it } from "vitest";
import { render } from "../../src/client/entry-server.tsx";
import { type Cell, cellsOf } from "../../src/config/gallery/cells.ts";
import { initialsImage } from "../../src/server/account/profile-image.ts";
import { gallery } from "../../src/server/gallery/gallery.ts";
import type { Renderer } from "../../src/server/pages/renderer.ts";
import { buttonsOf } from "../../src/shared/buttons.ts";
import { directionOf } from "../../src/shared/languages.ts";
import { matches, toFacts } from "../../src/shared/matches.ts";
import { partOf } from "../../src/shared/screens.ts";
import { onSqlite } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const renderer: Renderer = { ...stubRenderer, render };
const tools = gallery({ entry: "/gallery/assets/entry.js", mount: async () => undefined });

onSqlite((database) => {
  const server = suiteServer(database, { renderer, tools });
  const config = () => server().services.config();
  const cells = (): Cell[] => cellsOf(config().workspace);
  const screenCells = () => cells().filter((cell) => cell.kind === "screen");
  const open = async (path: string) =>
    server().app.inject({ url: path, headers: { host: "localhost:5400" } });

  it("has no two cells of one name, and each has its line", () => {
    const ids = cells().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const lines = new Set(cells().map(({ place }) => `${place.file}:${place.line}`));
    expect(lines.size).toBeGreaterThan(100);
  });

  it("shows every screen that has an address of its own, and every step", () => {
    const shown = new Set(screenCells().flatMap(({ screen, step }) => [screen, `${screen}#${step}`]));
    const wanted = Object.values(config().screens).filter(({ redirect }) => redirect === undefined);
    expect(wanted.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
    const steps = wanted.flatMap(({ id, steps }) => steps.map((step) => `${id}#${step.id}`));
    expect(steps.filter((step) => !shown.has(step))).toEqual([]);
  });

  it("shows every message, problem, validation, error, mail and text message that there is", () => {
    const keys = [
      ...new Set(
        Object.keys(config().texts("default", "en-GB")).map((key) => key.replace(/_(one|other)$/, "")),
      ),
    ];
    const shown = new Set(
      cells().flatMap((cell) => {
        if (cell.kind === "sms") return [`texts.${cell.template}`];
        if (cell.kind !== "screen") return [`mails.${cell.template}.subject`];
        const { say, toast, offer, problems, view } = cell.state;
        const messages = [say, toast, offer].map((name) => `messages.${name}`);
        const codes = Object.values(problems).flatMap((list) => list.map(({ code }) => code));
        return [...messages, ...codes, `errors.${view.code}.title`];
      }),
    );
    const wanted = keys.filter((key) =>
      /^(messages|problems|validation|texts)\.\w+$|^mails\.\w+\.subject$|^errors\.\w+\.title$/.test(key),
    );
    // The title of a problem answer, which pages do not show.
    expect(wanted.filter((key) => !shown.has(key))).toEqual(["problems.title"]);
  });

  it("shows every link, every button and every field", () => {
    const seen = new Set<unknown>();
    for (const { screen: id, state } of screenCells()) {
      const screen = config().screens[id];
      if (screen === undefined) continue;
      const part = partOf(screen, state.view);
      const { behaviour } = config().partners.default;
      const facts = toFacts({ ...state, form: state.values, partner: { behaviour } });
      for (const button of buttonsOf(part, facts)) seen.add(`${id} ${part.id} ${button.label}`);
      for (const link of part.links) if (matches(link.when, facts)) seen.add(link);
      const fields = config().forms[part.form ?? ""]?.fields ?? [];
      for (const field of fields) if (matches(field.when, facts)) seen.add(field);
    }
    const parts = Object.values(config().screens)
      .filter(({ id, textId, redirect }) => id === textId && redirect === undefined)
      .flatMap((screen) => [screen, ...screen.steps].map((part) => ({ screen, part })));
    const unseen = parts.flatMap(({ screen, part }) => [
      ...part.actions
        .map(({ label }) => `${screen.id} ${part.id} ${label}`)
        .filter((name) => !seen.has(name)),
      ...part.links.filter((link) => !seen.has(link)),
      ...(config().forms[part.form ?? ""]?.fields ?? []).filter((field) => !seen.has(field)),
    ]);
    expect(unseen).toEqual([]);
  });

  it("renders every cell with the product's own renderer, under its policy", async () => {
    for (const { id, kind } of cells()) {
      const { statusCode, headers, body } = await open(`/gallery/cell/${id}`);
      expect([id, statusCode]).toEqual([id, 200]);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'none'");
      if (kind !== "screen") continue;
      expect(policy).toContain("connect-src http://localhost:5400/gallery/assets/;");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect([id, body.match(/<h1/g)?.length]).toEqual([id, 1]);
      expect(body).not.toMatch(/<(a|button|h1|h2|option|label)[^>]*><\/\1>/);
    }
  });

  it.each([
    ["password", "/account/recover", "This password link has expired"],
    ["sign-in", "/account/login/ott", "Please ask for a new token"],
    ["recovery-codes", "/account/login", "Please ask your administrator"],
    ["invitation", "/account/login", "Please ask whoever sent it to you"],
  ])("shows how to come by another link in place of an expired one: %s", async (state, way, words) => {
    const { body } = await open(`/gallery/cell/errorLinkExpired/${state}`);
    const [main] = body.slice(body.indexOf("<main")).match(/href="[^"#]*"/g) ?? [];
    expect(main).toBe(`href="${way}"`);
    expect(body).toContain(words);
  });

  it.each(["loginTwoFactor/empty", "loginRecoveryCode/code/empty"])(
    "says whose sign-in the second step is of, to password managers too: %s",
    async (id) => {
      const { body } = await open(`/gallery/cell/${id}`);
      const { username } = screenCells().find((cell) => cell.id === id)?.state.view ?? {};
      expect(username).toMatch(/\S/);
      expect(body).toContain(`For your account ${username}<`);
      expect(body).toMatch(new RegExp(`<input[^>]*autoComplete="username"[^>]*value="${username}"`, "i"));
    },
  );

  it("shows a signed-in person with the picture that the server makes of a name", async () => {
    const { body } = await open("/gallery/cell/home/session-idle");
    const [, image = ""] = /<img src="data:image\/svg\+xml;base64,([^"]*)"/.exec(body) ?? [];
    expect(Buffer.from(image, "base64").toString()).toBe(initialsImage("Robin Ferreira"));
    expect((await open("/gallery/cell/login/empty")).body).not.toContain("data:image/svg+xml");
  });

  describe("in any language, for any partner", () => {
    const sample = [
      "login/all-ways",
      "select/recent",
      "devops/operator-degraded",
      "mail/pin/html",
      "sms/setupPhone",
    ];
    it.each(sample)("renders %s", async (id) => {
      for (const language of [...config().languages, "en-XA", "ar-XB"]) {
        for (const partner of Object.keys(config().partners)) {
          const query = new URLSearchParams({ language, partner, scheme: "dark" });
          const { statusCode, body } = await open(`/gallery/cell/${id}?${query}`);
          expect(statusCode).toBe(200);
          const [tag] = /<html[^>]*>/.exec(body) ?? [];
          const marks = /^(mail|sms)/.test(id) ? "" : ' data-theme="dark" data-plain';
          expect(tag).toBe(`<html lang="${language}" dir="${directionOf(language)}"${marks}>`);
        }
      }
    });

    it("has longer words with accents, and placeholders that are filled in", async () => {
      const { body } = await open("/gallery/cell/loginTwoFactor/sms?language=en-XA");
      expect(body).toMatch(/<h1[^>]*>\[[^\]]*é[^\]]*\]<\/h1>/);
      expect(body).toContain("•••\u00a023");
    });

    it("says in place of a text by which key it goes, and which file and line won", async () => {
      const lineOf = (file: string, text: string) => {
        const lines = config().workspace.sources.texts.get(file)?.split("\n") ?? [];
        return `${file}:${lines.findIndex((line) => line.includes(text)) + 1}`;
      };
      const { body } = await open("/gallery/cell/login/empty?language=de&partner=northwind&texts=places");
      const own = lineOf("partners/northwind/locales/de.json", '"title"');
      expect(body).toContain(`shell.welcome.title (${own})`);
      const everybodys = lineOf("locales/de.json", '"link": "Passwort vergessen?"');
      expect(body).toContain(`screens.recover.link (${everybodys})`);
      expect(body).not.toContain("Passwort vergessen?");
    });

    it("shows a mail in the chosen scheme, whatever the system says", async () => {
      const dark = await open("/gallery/cell/mail/pin/html?scheme=dark");
      expect(dark.body).toContain("color-scheme:dark;");
      expect(dark.body).toContain("@media all{.ground{");
      const light = await open("/gallery/cell/mail/pin/html?scheme=light");
      expect(light.body).toContain("color-scheme:light;");
      expect(light.body).toContain("@media not all{.ground{");
    });

    it("takes a direction against the language", async () => {
      const { body } = await open("/gallery/cell/login/empty?direction=rtl");
      expect(body).toContain('lang="en-GB" dir="rtl"');
    });
  });

  it("names all cells, and shows those of a screen with their lines side by side", async () => {
    const list = (await open("/gallery/cells.json")).json();
    expect(list.map(({ id }: Cell) => id)).toEqual(cells().map(({ id }) => id));
    const { body } = await open("/gallery?group=recover&language=en-GB&language=de&scheme=light&scheme=dark");
    const frames = body.match(/<iframe[^>]*>/g) ?? [];
    const own = cells().filter(({ group }) => group === "recover");
    expect(frames).toHaveLength(own.length * 4);
    for (const { place } of own) expect(body).toContain(`${place.file}:${place.line}`);
  });

  it("has no cell of another name", async () => {
    expect((await open("/gallery/cell/login/nothing")).statusCode).toBe(404);
    expect((await open("/gallery/cell/__proto__")).statusCode).toBe(404);
  });
});

onSqlite((database) => {
  const server = suiteServer(database, { renderer, tools, settings: { environment: "production" } });

  it.each(["/gallery", "/gallery/cells.json", "/gallery/cell/login/empty"])(
    "does not exist in production: %s is an address like any unknown one",
    async (url) => {
      const headers = { accept: "text/html" };
      const answer = await server().app.inject({ url, headers });
      const unknown = await server().app.inject({ url: "/no/such/page", headers });
      expect(answer.statusCode).toBe(404);
      expect(unknown.statusCode).toBe(404);
      expect(answer.body).toContain("<h1");
      expect(answer.body).not.toContain("login/empty");
    },
  );
});
