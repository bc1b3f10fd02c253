import type { When } from "../../shared/matches.ts";
import { linkKey, resolveScreens } from "../../shared/screens.ts";
import { excludes } from "../facts.ts";
import type { Finding } from "../finding.ts";
import { placedMenu } from "../placed-menu.ts";
import { flattenTexts } from "../texts.ts";
import type { Checked, Rule } from "./rule.ts";

/** Something that shows the words of a text. */
interface Worded {
  key: string;
  when: When | undefined;
  tell(message: string): Finding;
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
    const catalogues = [...checked.locales.values()].map(({ file, value }) => ({
      file,
      texts: flattenTexts(value),
    }));
    return placesOf(checked).flatMap((place) =>
      place.flatMap(({ key, when, tell }, index) => {
        const beside = place.slice(0, index).filter((other) => !excludes(other.when, when));
        const again = catalogues.find(
          ({ texts }) => texts[key] !== undefined && beside.some((other) => texts[other.key] === texts[key]),
        );
        if (again === undefined) return [];
        return [
          tell(`“${again.texts[key]}” stands here already, "${key}" in ${again.file}: find other words.`),
        ];
      }),
    );
  },
};

/** What stands together in each place: links and buttons, the menu, and the fields of a form. */
function placesOf(checked: Checked): Worded[][] {
  const { screens, scenes, forms } = checked;
  const all = resolveScreens(screens.value);
  const at =
    (path: Parameters<typeof screens.at>[0], document: Pick<typeof screens, "at"> = screens) =>
    (message: string) =>
      document.at(path, "same-words", message);
  const ofScenes = scenes.map(({ textKey, links, actions }) => [
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
