import type { FastifyReply } from "fastify";
import { cellsOf } from "../../config/gallery/cells.ts";
import { withPseudoLocales } from "../../config/gallery/pseudo-locale.ts";
import { withTextPlaces } from "../../config/gallery/text-places.ts";
import type { Tools } from "../app.ts";
import { randomToken } from "../crypto.ts";
import { perConfig } from "../per-config.ts";
import { Problem } from "../problem.ts";
import { readChoice } from "./cell-choice.ts";
import { cellDocument } from "./cell-document.ts";
import type { GalleryScripts } from "./gallery-scripts.ts";
import { overviewDocument } from "./overview.ts";
import { readOverviewChoice } from "./overview-choice.ts";

/** What is made once of a configuration: that with the texts themselves, that with the place of each, and all cells. */
const galleryOf = perConfig((config) => ({
  configs: { words: withPseudoLocales(config), places: withTextPlaces(config) },
  cells: cellsOf(config.workspace),
}));

/**
 * The gallery (issue "What product staff and testers hold in their hands"): `/gallery` shows every screen in every state,
 * `/gallery/cell/<id>` one of them alone, `/gallery/cells.json` names them all.
 */
export function gallery(scripts: GalleryScripts): Tools {
  return async (app, services, renderer) => {
    await scripts.mount(app);
    app.get("/gallery", async (request, reply) => {
      const config = services.config();
      const { cells } = galleryOf(config);
      const nonce = randomToken(16);
      const choice = readOverviewChoice(config, cells, request.query as Record<string, unknown>);
      return send(reply, overviewDocument({ config, cells, choice, renderer, nonce }));
    });
    app.get("/gallery/cells.json", async (_request, reply) => {
      const { cells } = galleryOf(services.config());
      return reply
        .header("cache-control", "no-store")
        .send(cells.map(({ id, group, kind, place }) => ({ id, group, kind, place })));
    });
    app.get<{ Params: { "*": string } }>("/gallery/cell/*", async (request, reply) => {
      const { configs, cells } = galleryOf(services.config());
      const cell = cells.find(({ id }) => id === request.params["*"]);
      if (cell === undefined) throw new Problem(404, "no such cell");
      const nonce = randomToken(16);
      const choice = readChoice(services.config(), request.query as Record<string, unknown>);
      const config = configs[choice.texts];
      const origin = services.settings.publicUrl;
      return send(reply, await cellDocument(cell, choice, { config, renderer, scripts, origin, nonce }));
    });
  };
}

function send(reply: FastifyReply, { markup, policy }: { markup: string; policy: string }): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(markup);
}
