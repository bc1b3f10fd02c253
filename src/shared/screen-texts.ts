import type { FormConfig, MenuEntry } from "../generated/config.ts";
import type { CallContract, JsonSchema } from "./contract.ts";
import { pickByName } from "./pick-by-name.ts";
import { textKeyOf } from "./screen-title.ts";
import { type Action, linkKey, type Screen, type Screens, type Step, usesOf } from "./screens.ts";
import type { Catalogue } from "./translate.ts";

/** What the texts of screens are derived from. */
export interface TextSources {
  screens: Screens;
  /** Entries of the account's menu. */
  menu: readonly MenuEntry[];
  forms: Readonly<Record<string, FormSource>>;
  contracts: Readonly<Record<string, Pick<CallContract, "problems">>>;
}

/** A form's fields, and the schema of what they fill in with every reference written out. */
interface FormSource extends Pick<FormConfig, "fields"> {
  schema: JsonSchema;
}

/**
 * Problems that the app names itself, in whatever part of it, and what the server refuses before it knows whose language to
 * speak. All others come with the server's words.
 */
const saidByApp = [
  "problems.badGateway",
  "problems.badRequest",
  "problems.captchaInProgress",
  "problems.cookiesNeeded",
  "problems.credentialNotSupported",
  "problems.forbidden",
  "problems.generic",
  "problems.languageNotKept",
  "problems.needsScript",
  "problems.notDrawn",
  "problems.notFound",
  "problems.offline",
  "problems.secondFactorRequired",
  "problems.serverError",
  "problems.signInAgain",
  "problems.timeout",
  "problems.tooMany",
  "problems.tooManyForNow",
  "problems.tooManyHours",
  "problems.tooManyMinutes",
  "problems.unauthorized",
  "problems.unavailable",
];

/** What a page says itself of a ceremony that came to nothing, beside what its call is refused by. */
const saidOfCeremony = { assertion: ["problems.noDeviceUsed"], attestation: ["problems.nothingRegistered"] };

/** Parts of the catalogue that every screen may show at any moment, beside the account's menu. */
const everywhere = ["shell.", "messages.", "validation.", ...saidByApp];

/** Whether every page can say a problem, whatever its screen and its calls. */
export function isSaidEverywhere(code: string): boolean {
  return code.startsWith("validation.") || saidByApp.includes(code);
}

/**
 * Every text key that the configuration needs by convention, of all screens, forms and contracts; the keys of a
 * panel are its own and known to it alone. Each key once.
 */
export function neededTexts({ screens, menu, forms, contracts }: TextSources): string[] {
  const ofScreens = Object.values(screens).flatMap((screen) => screenKeys(screen, screens));
  const ofForms = Object.entries(forms).flatMap(([id, form]) => formKeys(id, form));
  const ofCalls = [...Object.values(contracts).flatMap(refusals), ...Object.values(saidOfCeremony).flat()];
  return [...new Set([...ofScreens, ...menuKeys(menu, screens), ...ofForms, ...ofCalls])];
}

/** Keys of the texts that screens and fields show where there are any, of all screens and forms. */
export function optionalTexts({ screens, forms }: Pick<TextSources, "screens" | "forms">): string[] {
  const ofScreens = Object.values(screens).flatMap((screen) =>
    partsOf(screen).flatMap(({ prefix, part: { submit } }) =>
      [
        "text",
        "continueTo",
        "forAccount",
        "alreadySignedIn",
        "signInAnew",
        ...(submit === undefined ? [] : ["submit"]),
      ].map((name) => `${prefix}.${name}`),
    ),
  );
  const ofForms = Object.entries(forms).flatMap(([id, { fields }]) =>
    fields.flatMap(({ name }) => [`forms.${id}.${name}.placeholder`, `forms.${id}.${name}.required`]),
  );
  return [...ofScreens, ...ofForms];
}

/**
 * Keys of the messages that other screens are arrived at with: a page leaves them out, but for the one that it came
 * with. Whoever goes on to another screen by script has the whole catalogue by then.
 */
export function saidElsewhere(screens: Screens, id: string): string[] {
  const said = Object.values(screens).flatMap((screen) =>
    partsOf(screen).flatMap(({ part }) =>
      [part.next, ...part.actions.map(({ next }) => next)].flat().flatMap(({ go, say }) => {
        const staysHere = screen.id === id && (go === id || go.startsWith("#"));
        return sayKeys(say).map((key) => ({ key, staysHere }));
      }),
    ),
  );
  const here = new Set(said.filter(({ staysHere }) => staysHere).map(({ key }) => key));
  return [...new Set(said.map(({ key }) => key))].filter((key) => !here.has(key));
}

/** Texts that only fields of a kind show: prefixes that end with a dot, and keys without their plural forms. */
const textsOfWidgets: Record<string, readonly string[]> = {
  date: ["shell.calendar.", "validation.dateIncomplete", "validation.dateFuture"],
  "new-password": [
    "shell.password.",
    "validation.passwordMinLength",
    "validation.passwordMaxLength",
    "validation.passwordRules",
    "validation.passwordSame",
    "validation.common",
    "validation.classes",
    "validation.upper",
    "validation.lower",
    "validation.digit",
    "validation.special",
    "validation.consecutive",
    "validation.containsName",
  ],
};

/** What of `textsOfScreen` a screen cannot show, because none of its forms has a field of that kind. */
export function textsOfOtherFields(
  screens: Screens,
  forms: Readonly<Record<string, Pick<FormSource, "fields">>>,
  id: string,
): string[] {
  const screen = screens[id];
  const parts = screen === undefined ? [] : [screen, ...screen.steps];
  const own = new Set<string>(
    parts.flatMap(({ form = "" }) => forms[form]?.fields ?? []).map(({ widget }) => widget),
  );
  return Object.entries(textsOfWidgets).flatMap(([widget, texts]) => (own.has(widget) ? [] : texts));
}

/** Keys, and prefixes that end with a dot, of the texts that one screen can show. */
export function textsOfScreen(
  { screens, menu, contracts }: Pick<TextSources, "screens" | "menu" | "contracts">,
  id: string,
): string[] {
  const screen = screens[id];
  const always = [...everywhere, ...menuKeys(menu, screens)];
  if (screen === undefined) return always;
  const parts = [screen, ...screen.steps];
  const forms = parts.flatMap(({ form }) => (form === undefined ? [] : [`forms.${form}.`]));
  const panels = parts.flatMap(({ panel }) => (panel === undefined ? [] : [`panels.${panel}.`]));
  // An error screen learns only from its answer which of the stored errors it shows.
  const errors = screen.load?.call === "Error" ? ["errors."] : [];
  const links = parts.flatMap((part) => linkKeys(part.links, screen, screens));
  const refused = usesOf(screen).flatMap(({ call, ceremony }) => [
    ...refusals(contracts[call]),
    ...(ceremony === undefined ? [] : saidOfCeremony[ceremony]),
  ]);
  return [
    ...new Set([
      ...always,
      `screens.${screen.textId}.`,
      ...forms,
      ...panels,
      ...errors,
      ...links,
      ...refused,
    ]),
  ];
}

/** Codes by which a call is refused. */
function refusals({ problems = {} }: Pick<CallContract, "problems"> = {}): string[] {
  return Object.values(problems).flat();
}

/** The part of a catalogue that some keys, with their plural forms, and prefixes name, without what others name. */
export function pickTexts(
  catalogue: Catalogue,
  wanted: readonly string[],
  unwanted: readonly string[] = [],
): Catalogue {
  const isNamed = (key: string, parts: readonly string[]) =>
    parts.some((part) => key === part || key.startsWith(part.endsWith(".") ? part : `${part}_`));
  return pickByName(catalogue, (key) => isNamed(key, wanted) && !isNamed(key, unwanted));
}

/** A catalogue with more texts of its language. Most pages need none, and looking takes as long as the rest of a kept page. */
export function withTexts(texts: Catalogue, whole: Catalogue, wanted: readonly string[]): Catalogue {
  return wanted.length === 0 ? texts : { ...texts, ...pickTexts(whole, wanted) };
}

function screenKeys(screen: Screen, screens: Screens): string[] {
  if (screen.redirect !== undefined) return [];
  return partsOf(screen).flatMap(({ prefix, part }) => [
    `${prefix}.title`,
    ...(part.panel === "message" ? [`${prefix}.text`] : []),
    ...(part.form === undefined && !(part.panel === "message" && part.submit) ? [] : [`${prefix}.submit`]),
    ...part.actions.flatMap((action) => actionKeys(action, prefix)),
    ...part.next.flatMap(({ say }) => sayKeys(say)),
    ...linkKeys(part.links, screen, screens, prefix),
  ]);
}

/** A screen and its steps, each with the group of its texts. */
export function partsOf(screen: Screen): { prefix: string; part: Screen | Step }[] {
  return [screen, ...screen.steps].map((part) => ({ prefix: textKeyOf(screen, part), part }));
}

function actionKeys({ label, confirm, next }: Action, prefix: string): string[] {
  const question = `${prefix}.confirm.${label}`;
  return [
    `${prefix}.actions.${label}`,
    ...(confirm === true ? [`${question}.title`, `${question}.text`] : []),
    ...next.flatMap(({ say }) => sayKeys(say)),
  ];
}

function sayKeys(say: string | undefined): string[] {
  return say === undefined ? [] : [`messages.${say}`];
}

function linkKeys(
  links: Screen["links"],
  screen: Screen,
  screens: Screens,
  prefix = `screens.${screen.textId}`,
): string[] {
  return links.map(({ to, label }) =>
    label === undefined ? linkKey(screens, to) : `${prefix}.links.${label}`,
  );
}

function menuKeys(menu: readonly MenuEntry[], screens: Screens): string[] {
  return menu.map(({ to }) => linkKey(screens, to));
}

function formKeys(id: string, { fields, schema }: FormSource): string[] {
  const shown = fields.filter(({ widget }) => widget !== "hidden");
  return shown.flatMap(({ name, widget, hint }) => [
    `forms.${id}.${name}.label`,
    ...(hint === true ? [`forms.${id}.${name}.hint`] : []),
    ...(widget === "select" || widget === "radio"
      ? choicesOf(schema, name).map((choice) => `forms.${id}.${name}.options.${choice}`)
      : []),
  ]);
}

function choicesOf({ properties }: JsonSchema, name: string): unknown[] {
  const { enum: choices = [] } =
    (properties as Record<string, { enum?: unknown[] }> | undefined)?.[name] ?? {};
  return choices;
}
