import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/read-config.ts";
import { pickByName } from "../../shared/pick-by-name.ts";
import type { Catalogue } from "../../shared/translate.ts";
import { partnerNamed } from "../plugins/partner-of.ts";
import { Problem } from "../problem.ts";
import type { Services } from "../services.ts";

/** Address of a partner's whole catalogue of a language; it changes with the texts, so the answer never does. */
export function catalogueUrl(config: Config, partnerId: string, language: string): string {
  return `/catalogues/${partnerId}/${language}.${config.catalogueHash(partnerId, language)}.json`;
}

/** Serves the catalogues. An address of earlier texts still answers, with the texts of now and without caching. */
export function catalogues(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { partnerId: string; file: string } }>(
    "/catalogues/:partnerId/:file",
    (request, reply) => {
      const { partnerId, file } = request.params;
      const [, language, hash] = /^([A-Za-z0-9-]{2,35})\.([a-z0-9]+)\.json$/.exec(file) ?? [];
      const config = services.config();
      const partner = partnerNamed(config, partnerId);
      if (language === undefined || !partner?.availableLanguages.includes(language))
        throw new Problem(404, "no catalogue");
      const current = hash === config.catalogueHash(partnerId, language);
      reply.header("cache-control", current ? "public, max-age=31536000, immutable" : "no-store");
      return reply.send(onlyShown(config.texts(partnerId, language)));
    },
  );
}

/** Mails and text messages are written on the server: no browser loads their texts. */
function onlyShown(texts: Catalogue): Catalogue {
  return pickByName(texts, (key) => !/^(mails|texts)\./.test(key));
}
