import type { PageState } from "../../shared/page-state.ts";
import type { Screen } from "../../shared/screens.ts";

/** What is shown on a screen beside its configuration. */
export interface ScreenContent
  extends Pick<PageState, "query" | "view" | "list" | "values" | "problems" | "asked"> {
  screen: Screen;
  status: number;
  /** Message to show (`messages.<say>`), where no page before left one. */
  say?: string;
}

/** How a page request is answered: by a screen, by another address of this site, or by one elsewhere. */
export type PageResult =
  | { kind: "screen"; content: ScreenContent }
  | { kind: "redirect"; location: string; say?: string }
  | { kind: "leave"; url: string };
