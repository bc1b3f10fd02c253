import type { ComponentType } from "react";
import type { WayIn } from "../../generated/config.ts";
import type { ScreenContext } from "../page/screen-context.ts";
import type { IconName } from "./icon.tsx";

/** A way on, as it is shown. */
export interface Way {
  href: string;
  text: string;
  /** The way in that it is; the partner says where those stand. */
  wayIn?: WayIn;
  /** Stands with its picture in the list of ways, not as a word below. */
  listed?: boolean;
  icon?: IconName;
}

/** What stands above a body: its heading, and the words below that. */
export interface Heading {
  title: string;
  text: string;
}

/** What a file of `panels/` exports: the hand-made body of a screen, for what a form cannot show. */
export interface PanelModule {
  Panel: ComponentType;
  /** It tells in a line or two what to type: typing begins in the form below it, whose first field is read with it. */
  isBrief?: boolean;
  /** What stands below all ways on: what people come to look up, and not to press. */
  Below?: ComponentType;
  /** Sign above the heading, for a panel that only tells something, where the screen names no other. */
  emblem?: IconName;
  /** Other words above the body than those of the screen, where the view decides them. */
  headingOf?: (context: ScreenContext) => Heading;
  /** Ways on that the view gives; they stand before the screen's own links. */
  waysOf?: (context: ScreenContext) => Way[];
}
