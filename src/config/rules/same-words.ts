import type { When } from "../../shared/matches.ts";
import { linkKey, resolveScreens } from "../../shared/screens.ts";
import type { LocaleTree } from "../documents.ts";
import { excludes } from "../facts.ts";
import type { Fault } from "../finding.ts";
import type { LocatedJson } from "../located-json.ts";
import { partnersOf } from "../partners.ts";
import { placedMenu } from "../placed-menu.ts";
import { flattenTexts, textLayers } from "../texts.ts";
import type { Checked, Rule } from "./rule.ts";

/** Something that shows the words of a text. */
interface Worded {
  key: string;
  when?: When;
  tell(message: string): Fault;
}

export const sameWords: Rule = {
  id: "same-words",
  stops: false,
  finds: "Two links, buttons or fields in one place that have the same words.",
  why: "Nobody can tell them apart, least of all whoever hears them read out.",
  example: {
    file: "screens.config.json",
    wrong: '"links": ["login", { "to": "login", "comeBack": true }]',
    right: '"links": ["login", { "to": "recover", "label": "again" }]',
  },
  check: (checked) => {
    const wordings = wordingsOf(checked);
    return placesOf(checked).flatMap((place) =>
      place.flatMap(({ key, when, tell }, index) => {
        const beside = place.slice(0, index).filter((other) => !excludes(other.when, when));
        const [said] = wordings.flatMap((layers) => {
          const own = saidBy(layers, key);
          const alike = beside
            .map((other) => saidBy(layers, other.key))
            .find((other) => other?.text === own?.text);
          if (own === undefined || alike === undefined) return [];
          // Whoever worded it for fewer people made it so.
          return [own.layer < alike.layer ? alike : own];
        });
        if (said === undefined) return [];
        return [tell(`“${said.text}” stands here already, "${said.key}" in ${said.file}: find other words.`)];
      }),
    );
  },
};

type Layers = readonly LocatedJson<LocaleTree>[];

/** What the texts of each language come from: for everybody, and for each partner with words of its own. */
function wordingsOf(checked: Checked): Layers[] {
  const { locales, partnerLocales } = checked;
  const partners = partnersOf(checked);
  return [
    ...[...locales.keys()].map((language) => textLayers(language, locales, undefined)),
    ...[...partnerLocales].flatMap(([id, own]) =>
      (partners[id]?.availableLanguages ?? []).map((language) => textLayers(language, locales, own)),
    ),
  ];
}

/** A text as it is read, with the layer that it comes from. */
function saidBy(layers: Layers, key: string) {
  const layer = layers.findLastIndex(({ value }) => Object.hasOwn(flattenTexts(value), key));
  const text = layers[layer] && flattenTexts(layers[layer].value)[key];
  return text === undefined ? undefined : { key, text, layer, file: layers[layer]?.file };
}

/** What stands together in each place: links and buttons, the menu, and the fields of a form. */
function placesOf(checked: Checked): Worded[][] {
  const { screens, scenes, forms } = checked;
  const all = resolveScreens(screens.value);
  const at =
    (path: Parameters<typeof screens.at>[0], document: Pick<typeof screens, "at"> = screens) =>
    (message: string) =>
      document.at(path, message);
  const ofScenes = scenes.map(({ textKey, links, actions, entries, pathOf }) => [
    ...(entries.submit === undefined ? [] : [{ key: `${textKey}.submit`, tell: at(pathOf("submit")) }]),
    ...links.map(({ link: { to, label, when }, path }) => ({
      key: label === undefined ? linkKey(all, to) : `${textKey}.links.${label}`,
      when,
      tell: at(path),
    })),
    // Those of a panel stand in its rows.
    ...actions
      .filter(({ action }) => action.inPanel !== true)
      .map(({ action: { label, when }, path }) => ({
        key: `${textKey}.actions.${label}`,
        when,
        tell: at([...path, "label"]),
      })),
  ]);
  const ofMenu = placedMenu(checked).map(({ entry: { to, when }, path }) => ({
    key: linkKey(all, to),
    when,
    tell: at(path),
  }));
  const ofForms = [...forms].map(([id, form]) =>
    form.value.fields.map(({ name, when }, index) => ({
      key: `forms.${id}.${name}.label`,
      when,
      tell: at(["fields", index, "name"], form),
    })),
  );
  return [...ofScenes, ofMenu, ...ofForms];
}
