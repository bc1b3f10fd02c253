/** JSON whose strings may hold `{placeholders}`. */
export type JsonTemplate =
  | string
  | number
  | boolean
  | null
  | JsonTemplate[]
  | { [name: string]: JsonTemplate };

const placeholder = /\{(\w+)\}/g;

/** The same JSON with the placeholders of its strings filled in; names of members stay as they are. */
export function fillTemplate(template: JsonTemplate, values: Record<string, string>): JsonTemplate {
  if (typeof template === "string")
    return template.replace(placeholder, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    );
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== "object" || template === null) return template;
  const members = Object.entries(template);
  return Object.fromEntries(members.map(([name, value]) => [name, fillTemplate(value, values)]));
}

/** Every placeholder in the strings of a template. */
export function placeholdersOf(template: JsonTemplate): string[] {
  if (typeof template === "string") return [...template.matchAll(placeholder)].map(([, name = ""]) => name);
  if (typeof template !== "object" || template === null) return [];
  return Object.values(template).flatMap(placeholdersOf);
}

/** Says whether a template can be sent as a form: its values are plain. */
export function isFlat(template: Record<string, JsonTemplate>): boolean {
  return Object.values(template).every((value) => typeof value !== "object");
}
