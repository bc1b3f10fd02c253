/** How forms and partners are named, which their files and folders are called by; and that in words. */
export const kebabName = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const kebabRule = "small letters and digits, words joined by hyphens";

/** The words of a name, however it joins them: `dateOfBirth`, `date-of-birth` → date, of, birth. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** `dateOfBirth` → “Date of birth”, as a text for people. */
export function sentenceOf(name: string): string {
  return capital(wordsOf(name).join(" "));
}

/** `date of birth` → `dateOfBirth`. */
export function camelCase(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  return first + rest.map(capital).join("");
}

/** `dateOfBirth` → `date-of-birth`. */
export function kebabCase(name: string): string {
  return wordsOf(name).join("-");
}

/** `blue-harbour` → “Blue Harbour”, as a name of somebody. */
export function properName(name: string): string {
  return wordsOf(name).map(capital).join(" ");
}

/** `date of birth` → “Date of birth”. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2`, `finding` → “2 findings”. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
