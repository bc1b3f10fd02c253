import type { Fault } from "../finding.ts";
import type { Checked } from "../resolve/scenes.ts";

/** What `docs/rules.md` says of a rule; a test proves the example. */
export interface RulePage {
  /** As findings name it, and a heading of the page. */
  id: string;
  /** What is wrong, in one sentence. */
  finds: string;
  /** What it would mean for people. */
  why: string;
  example: Example;
}

/** A part of a file, wrong and mended; spaces and line breaks do not count. Without a part, the whole file is not there. */
export interface Example {
  file: string;
  wrong?: string;
  right?: string;
}

/** One rule of the check: a pure function over located documents. */
export interface Rule extends RulePage {
  /** What it finds keeps the product from running. Texts fall back instead, and colours are mended. */
  stops: boolean;
  check(checked: Checked): Fault[];
}
