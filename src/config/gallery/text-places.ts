import type { Catalogue } from "../../shared/translate.ts";
import type { Config } from "../read-config.ts";
import { placedTexts, textLayers } from "../resolve/texts.ts";
import { reworded } from "./reworded.ts";

/**
 * A configuration that says in place of every text by which key it goes and where it stands: the file and the line that won
 * among all that a partner's people may get it from (decisions 27).
 */
export function withTextPlaces(config: Config): Config {
  return reworded(config, (partnerId, language) => placesOf(config, partnerId, language));
}

function placesOf({ workspace }: Config, partnerId: string, language: string): Catalogue {
  const layers = textLayers(language, workspace.locales, workspace.partnerLocales.get(partnerId));
  return Object.fromEntries(
    layers.flatMap((document) =>
      placedTexts(document.value).map(({ key, path }) => [
        key,
        `${key} (${document.file}:${document.place(path).line})`,
      ]),
    ),
  );
}
