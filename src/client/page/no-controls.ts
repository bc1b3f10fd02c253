import type { Controls } from "./controls.ts";

const nothing = () => undefined;

/** Controls of a page that is only looked at: whatever is pressed does nothing. */
export const noControls: Controls = {
  submit: nothing,
  act: nothing,
  go: nothing,
  expect: nothing,
  reload: async () => false,
  setLanguage: nothing,
  setScheme: nothing,
};
