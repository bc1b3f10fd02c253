import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/read-config.ts";
import { pickByName } from "../../shared/pick-by-name.ts";
import type { Catalogue } from "../../shared/translate.ts";
import { partnerNamed } from "../partner-named.ts";
import { perConfig } from "../per-config.ts";
import { Problem } from "../problem.ts";
import type { Services } from "../services.ts";
import { acceptsBrotli } from "./accepts-brotli.ts";

const compress = promisify(brotliCompress);

/** Address of a partner's whole catalogue of a language; it changes with the texts, so the answer never does. */
export function catalogueUrl(config: Config, partnerId: string, language: string): string {
  return `/catalogues/${partnerId}/${language}.${config.catalogueHash(partnerId, language)}.json`;
}

/** Serves the catalogues, compressed to a fifth for whoever takes that. An address of earlier texts still answers, with the texts of now and without caching. */
export function catalogues(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { partnerId: string; file: string } }>(
    "/catalogues/:partnerId/:file",
    async (request, reply) => {
      const { partnerId, file } = request.params;
      const [, language, hash] = /^([A-Za-z0-9-]{2,35})\.([a-z0-9]+)\.json$/.exec(file) ?? [];
      const config = services.config();
      const partner = partnerNamed(config, partnerId);
      if (language === undefined || !partner?.availableLanguages.includes(language))
        throw new Problem(404, "no catalogue");
      const current = hash === config.catalogueHash(partnerId, language);
      reply
        .header("cache-control", current ? "public, max-age=31536000, immutable" : "no-store")
        .header("vary", "accept-encoding")
        .type("application/json; charset=utf-8");
      if (!acceptsBrotli(request)) return reply.send(plain(config, partnerId, language));
      return reply.header("content-encoding", "br").send(await compressed(config, partnerId, language));
    },
  );
}

const plain = perConfig((config, partnerId: string, language: string) =>
  Buffer.from(JSON.stringify(onlyShown(config.texts(partnerId, language)))),
);

// As small as can be, which takes some fifty milliseconds of another thread once.
const compressed = perConfig((config, partnerId: string, language: string) =>
  compress(plain(config, partnerId, language)),
);

/** Mails and text messages are written on the server: no browser loads their texts. */
function onlyShown(texts: Catalogue): Catalogue {
  return pickByName(texts, (key) => !/^(mails|texts)\./.test(key));
}
