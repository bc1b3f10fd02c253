import { expect, test } from "vitest";
import { misusedCommand, misusedOption } from "./misused-command.ts";

test.each([
  ["frob", 'There is no command "frob".\nusage'],
  ["improt", 'There is no command "improt"; did you mean "import"?\nusage'],
  ["", "usage"],
  ["list", "usage"],
])("a command %j that is misused is told what it is", (name, told) => {
  expect(misusedCommand(name, ["import", "list"], "usage")).toBe(told);
});

test.each([
  ["--jsno", ["json", "undo"], '"list" has no option --jsno; did you mean --json?'],
  ["--undo", ["json"], '"list" has no option --undo; --help tells how it is used.'],
  ["-u", [], '"list" has no option -u; --help tells how it is used.'],
])("an option %s that a command does not have is told with the nearest one", (option, known, told) => {
  expect(misusedOption(option, "list", known)).toBe(told);
});
