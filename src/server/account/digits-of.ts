import { typedCode } from "../domain/typed-code.ts";
import { fieldProblem } from "../problem.ts";

/**
 * The code of so many digits that was typed into a field. Throws where it cannot be one: that is no guess. So it is read where
 * `guess` looks, which gives the tries back then, yet tells of a lock first.
 */
export function digitsOf(field: "code" | "token", text: string, length: number): string {
  const code = typedCode(text);
  if (new RegExp(`^[0-9]{${length}}$`).test(code)) return code;
  throw fieldProblem(field, { code: "problems.codeDigits", params: { length } });
}
