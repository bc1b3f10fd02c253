import type { ScreenCell } from "../../config/gallery/cells.ts";
import type { Config } from "../../config/read-config.ts";
import type { User } from "../../generated/calls.ts";
import type { CellLook } from "../../shared/cell-look.ts";
import type { PageState } from "../../shared/page-state.ts";
import { problemKeys } from "../../shared/problem-codes.ts";
import { withTexts } from "../../shared/screen-texts.ts";
import { partnerMetadata } from "../account/partner.ts";
import { initialsImage } from "../account/profile-image.ts";
import { brandedState } from "../pages/page-state.ts";
import { partnerNamed } from "../partner-named.ts";
import type { CellChoice } from "./cell-choice.ts";

/**
 * The page answer of a cell: the real one, with the cell's state in place of what the calls would have answered, and the texts that
 * the configuration has.
 */
export function cellState(
  config: Config,
  { screen, state }: ScreenCell,
  { language, partner: partnerId, scheme, direction }: Omit<CellChoice, "texts">,
): PageState {
  const partner = partnerNamed(config, partnerId);
  if (partner === undefined) throw new Error(`There is no partner named ${partnerId}`);
  const branded = brandedState(config, partner.partnerId, language, screen);
  const { query, returnUrl, view, list, user, values, problems, say, asksOnPage } = state;
  const isListed = branded.languages.some(({ tag }) => tag === language);
  return {
    ...branded,
    ...(direction === "auto" ? {} : { direction }),
    languages: isListed ? branded.languages : [...branded.languages, { tag: language, name: language }],
    // What the app would have fetched before it shows a dialog or another screen's message, and what comes with a refusal.
    texts: withTexts(branded.texts, config.texts(partnerId, language), [
      "captcha.",
      "messages.",
      "sessionWarning.",
      ...problemKeys(problems),
    ]),
    query,
    returnUrl,
    view,
    list,
    user: withPicture(user),
    partner: partnerMetadata(partner),
    scheme,
    token: "gallery",
    values,
    problems,
    asked: asksOnPage === undefined ? undefined : { action: asksOnPage, values: {} },
    ...(say === undefined ? {} : { say: `messages.${say}` }),
  };
}

/** A person as the call User answers: with a picture, here in the page itself, because a cell asks no call for anything. */
function withPicture(user: User): User {
  if (!user.isAuthenticated) return user;
  const image = Buffer.from(initialsImage(user.displayName ?? ""));
  return { ...user, picture: `data:image/svg+xml;base64,${image.toString("base64")}` };
}

/** What the cell's script adds. */
export function lookOf({ state }: ScreenCell): CellLook {
  const { busy, failed, toast, offer, dialog, asks } = state;
  return {
    busy,
    failed,
    ...(toast === undefined ? {} : { toast: `messages.${toast}` }),
    ...(offer === undefined ? {} : { offer: `messages.${offer}` }),
    dialog,
    asks,
  };
}
