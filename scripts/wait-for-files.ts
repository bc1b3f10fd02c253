import { once } from "node:events";
import { createServer } from "node:http";
import { type Finding, formatFinding } from "../src/config/finding.ts";
import { hashOf } from "../src/config/read/sources.ts";
import { waitForConfig } from "../src/config/watch/watch-config.ts";
import { escapeHtml } from "../src/server/html.ts";
import { readSettings } from "../src/server/settings/settings.ts";

/** Resolves once the server can start on the data files; until then its address shows what is wrong with them. */
export async function waitForFiles(root: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(environment);
  let page = { html: "", hash: "" };
  const server = createServer((_, response) => {
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      etag: page.hash,
    };
    response.writeHead(503, headers).end(page.html);
  });
  const show = (findings: readonly Finding[]) => {
    for (const finding of findings) console.error(formatFinding(finding));
    page = findingsPage(findings);
    if (!server.listening) server.listen(settings.port, settings.host);
  };
  await waitForConfig(root, settings, show, (error) => console.error(error));
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** The page looks again until something else is answered. */
function findingsPage(findings: readonly Finding[]): { html: string; hash: string } {
  const lines = findings.map((finding) => `<li>${escapeHtml(formatFinding(finding))}</li>`);
  const hash = `"${hashOf([["findings", lines.join("")]])}"`;
  const look = `fetch("", { method: "HEAD" }).then(
  ({ headers }) => headers.get("etag") !== ${JSON.stringify(hash)} && location.reload(), () => {})`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The data files are wrong</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 3rem auto; padding: 0 1rem }
  li { font-family: ui-monospace, monospace; margin-block: .5rem; overflow-wrap: anywhere }
</style>
<h1>The data files are wrong</h1>
<p>The server starts as soon as this is mended:</p>
<ul>
${lines.join("\n")}
</ul>
<script>setInterval(() => ${look}, 300)</script>
</html>
`;
  return { html, hash };
}
