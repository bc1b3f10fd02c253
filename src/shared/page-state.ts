import type { PartnerMetadata, User } from "../generated/calls.ts";
import type { ColourScheme } from "./colour-scheme.ts";
import type { Direction } from "./languages.ts";
import type { ProblemCodes } from "./problem-codes.ts";
import type { Catalogue } from "./translate.ts";

/**
 * Everything that a page answer carries: the server renders the screen from it, the script hydrates from it, so
 * no call is needed before the form is usable. Holds no secret but the anti-forgery token.
 */
export interface PageState {
  /** Screen id; the step of a wizard is in its view. */
  screen: string;
  /** Query of the address, first valid string per name, without returnUrl. */
  query: Record<string, string>;
  returnUrl: string;
  /** Answer of the screen's `load` and of its `list`. */
  view: Record<string, unknown>;
  list: Record<string, unknown> | null;
  user: User;
  partner: PartnerMetadata;
  /** Path of the partner's background image, where it has one and shows it. */
  background: string | null;
  hasLogo: boolean;
  language: string;
  direction: Direction;
  /** The partner's languages by their own names, written by the server so that both sides render the same. */
  languages: { tag: string; name: string }[];
  /** Texts of this screen in this language; the whole catalogue is fetched from `catalogueUrl` when more is needed. */
  texts: Catalogue;
  catalogueUrl: string;
  /** How the page looks, as it was chosen in this browser. */
  scheme: ColourScheme;
  /** Anti-forgery token. */
  token: string;
  /** What was typed, when a native post was refused. Never a password. */
  values: Record<string, unknown>;
  /** What the server refused, by field; the empty name holds what is wrong in general. Another object only with another answer: forms go by that. */
  problems: ProblemCodes;
  /** The button that a native post has pressed and that asks back (`buttonValue`), with what its call is to be given. */
  asked?: { action: string; values: Record<string, unknown> };
  /** Text key of a message from the screen before (`messages.<say>`), shown once. */
  say?: string;
}

/** Markup of one screen, which the client's renderer gives to the server. */
export interface RenderedScreen {
  /** What the page's title says. */
  heading: string;
  /** Style tags with the nonce. */
  head: string;
  /** Content of #root; without inline styles or scripts, which the policy forbids. */
  body: string;
  /** Source ids of the modules that the browser needs for this screen beside those of every one. */
  modules: string[];
}

/** Id of the script element that holds the page state as JSON. */
export const pageStateId = "vestibule-state";

/** Data attribute of the document's element, as it comes: no script will take the page over. A browser that runs it takes that away. */
export const plainMark = "plain";

/** Data attribute of the document's element: the browser itself is sending a form of this page. */
export const postedMark = "posted";
