import { caseFold } from "../../shared/fold-search.ts";
import type { When } from "../../shared/matches.ts";
import { linkKey, resolveScreens } from "../../shared/screens.ts";
import type { Fault } from "../finding.ts";
import type { LocaleTree } from "../read/documents.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { type Partner, partnersOf } from "../resolve/partners.ts";
import { placedMenu } from "../resolve/placed-menu.ts";
import type { Checked } from "../resolve/scenes.ts";
import { shownTogether } from "../resolve/shown-together.ts";
import { flattenTexts, sourceFirst, textLayers } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

/** Something that shows the words of a text. */
interface Worded {
  key: string;
  when?: When;
  tell(message: string): Fault;
}

export const sameWords: Rule = {
  id: "same-words",
  stops: false,
  finds: "Two links, buttons or fields in one place that have the same words, or two providers of one name.",
  why: "Nobody can tell them apart, least of all whoever hears them read out.",
  example: {
    file: "screens.config.json",
    wrong: '"links": ["login", { "to": "login", "comeBack": true }]',
    right: '"links": ["login", { "to": "recover", "label": "again" }]',
  },
  check: (checked) => {
    const wordings = wordingsOf(checked);
    const ofTexts = placesOf(checked).flatMap((place) =>
      place.flatMap(({ key, when, tell }, index) => {
        const beside = place.slice(0, index);
        const [said] = wordings.flatMap(({ layers, readers }) => {
          const own = saidBy(layers, key);
          const other = beside.find(
            (each) => saidBy(layers, each.key)?.text === own?.text && shownTogether(readers, each.when, when),
          );
          const alike = other && saidBy(layers, other.key);
          if (own === undefined || alike === undefined) return [];
          // Whoever worded it for fewer people made it so.
          return [own.layer < alike.layer ? alike : own];
        });
        if (said === undefined) return [];
        return [tell(`“${said.text}” stands here already, "${said.key}" in ${said.file}: find other words.`)];
      }),
    );
    return [...ofTexts, ...providersAlike(checked)];
  },
};

/** Providers whose buttons have one name, where somebody sees both: also where a partner shows none, an application may require one. */
function providersAlike(checked: Checked): Fault[] {
  const { vendors } = checked;
  const partners = Object.values(partnersOf(checked));
  const isShown = (ids: readonly string[]) =>
    partners.some(({ signIn: { providers } }) => ids.every((id) => providers?.includes(id) ?? true));
  return Object.entries(vendors.value.vendors).flatMap(([id, own], index, all) => {
    const twin = all.slice(0, index).find(([other, { name, customers }]) => {
      const isAlike = caseFold(name) === caseFold(own.name) && haveCommon(customers, own.customers);
      return isAlike && isShown([id, other]);
    });
    if (twin === undefined) return [];
    const message = `“${own.name}” is the name of "${twin[0]}" too. Some people see both: give one another name.`;
    return [vendors.at(["vendors", id, "name"], message)];
  });
}

/** Says whether two lists of customers have one in common; undefined are all. */
function haveCommon(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  return some?.some((one) => others?.includes(one) ?? true) ?? true;
}

type Layers = readonly LocatedJson<LocaleTree>[];

/** What the texts of a language come from, for the people of some partners. */
interface Wording {
  layers: Layers;
  readers: Partner[];
}

/** The words of each language: for all partners without words of their own, the source language first, and for each of the others. */
function wordingsOf(checked: Checked): Wording[] {
  const { locales, partnerLocales } = checked;
  const partners = Object.values(partnersOf(checked));
  const others = partners.filter(({ partnerId }) => !partnerLocales.has(partnerId));
  const own = partners.filter(({ partnerId }) => partnerLocales.has(partnerId));
  return [
    ...[...sourceFirst(locales).keys()].map((language) => ({
      layers: textLayers(language, locales, undefined),
      readers: others,
    })),
    ...own.flatMap((partner) =>
      partner.availableLanguages.map((language) => ({
        layers: textLayers(language, locales, partnerLocales.get(partner.partnerId)),
        readers: [partner],
      })),
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
