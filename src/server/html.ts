/** Markup that is safe to send. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Template tag: everything put in is escaped unless it is `Html` itself; null, undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((markup, text, index) => markup + render(parts[index - 1]) + text));
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(render).join("");
  return escapeHtml(String(part));
}

/** A text as it stands in markup, between tags or in an attribute's double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
