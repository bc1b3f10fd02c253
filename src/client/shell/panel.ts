import type { ComponentType } from "react";
import type { ScreenContext } from "./screen-context.ts";

/** What a file of `panels/` exports: the hand-made body of a screen, for what a form cannot show. */
export interface PanelModule {
  Panel: ComponentType;
  /** Other words above the body than those of the screen, where the view decides them. */
  headingOf?: (context: ScreenContext) => { title: string; text: string };
  /** The primary way on that the view gives; without one, the screen's first link is it. */
  mainWayOf?: (context: ScreenContext) => { href: string; text: string } | undefined;
}
