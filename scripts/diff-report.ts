import type { Change } from "../src/config/change/changes-between.ts";
import { type Html, html } from "../src/server/html.ts";

/** The report of `npm run diff` as one page that needs no other file. */
export function diffReport(ref: string, changes: readonly Change[]): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What changed since ${ref}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 100rem; margin: 2rem auto; padding: 0 1rem }
  h2 { margin-block: 2rem .25rem; font-size: 1.15rem } li { overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>What changed since ${ref}</h1>
${changes.length === 0 ? html`<p>Nothing in the data files.</p>` : changes.map(changeSection)}
</body>
</html>
`;
  return `<!doctype html>\n${page.markup}`;
}

function changeSection({ kind, name, sentences }: Change): Html {
  return html`<h2>${kind} ${name}</h2>
<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
`;
}
