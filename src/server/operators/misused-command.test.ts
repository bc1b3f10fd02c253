import { expect, test } from "vitest";
import { misusedCommand } from "./misused-command.ts";

test.each([
  ["frob", 'There is no command "frob".\nusage'],
  ["improt", 'There is no command "improt"; did you mean "import"?\nusage'],
  ["", "usage"],
  ["list", "usage"],
])("a command %j that is misused is told what it is", (name, told) => {
  expect(misusedCommand(name, ["import", "list"], "usage")).toBe(told);
});
