import { createInstance, type FormatterModule } from "i18next";
import { numbersIn } from "../../shared/formats.ts";
import type { Catalogue, Translate } from "../../shared/translate.ts";
import { fetchInTime } from "../page/fetch-in-time.ts";

const namespace = "texts";

// Numbers are written as the language writes them; everything else as it is.
const numbers: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language) =>
    typeof value === "number" ? numbersIn(language).format(value) : value,
};

/**
 * i18next set up to give exactly what `src/shared/translate.ts` gives, which drew the first screen. What this gives takes a whole
 * catalogue over, one language at a time.
 */
export function createTranslations(): (language: string, texts: Catalogue) => Translate {
  const instance = createInstance().use(numbers);
  void instance.init({
    fallbackLng: false,
    resources: {},
    // Keys are flat; dots and colons in them mean nothing.
    keySeparator: false,
    nsSeparator: false,
    parseMissingKeyHandler: () => "",
    interpolation: {
      prefix: "{",
      suffix: "}",
      // React escapes; a text is never markup.
      escapeValue: false,
      skipOnVariables: true,
      nestingPrefix: "\u0000",
      alwaysFormat: true,
    },
    // A placeholder without a value stays as it is written.
    missingInterpolationHandler: (_text: string, match: string[]) => match[0],
  });
  return (language, texts) => {
    instance.addResourceBundle(language, namespace, texts, false, true);
    const translate = instance.getFixedT(language, namespace);
    return (key, params = {}) => translate([key, `${key}_other`], { replace: params, count: params.count });
  };
}

/** Address of the same catalogue in another language. */
export function catalogueUrlOf(catalogueUrl: string, from: string, to: string): string {
  return catalogueUrl.replace(`/${from}.`, `/${to}.`);
}

/** Fetches a whole catalogue. Throws where that fails or takes too long. */
export async function fetchCatalogue(url: string): Promise<Catalogue> {
  const { answer, text } = await fetchInTime(url);
  if (!answer.ok) throw new Error(`The texts could not be fetched: ${answer.status}`);
  return JSON.parse(text) as Catalogue;
}
