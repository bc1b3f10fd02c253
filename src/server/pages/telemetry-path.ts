/** How often a path may be encoded over itself before it is no path of ours. */
const mostDecodings = 3;

/**
 * Says whether a path may be counted (specification, section 9): not `/account` and what is below it, and none that
 * contains `-oidc`, however it is spelled. What cannot be read as a path is not counted either.
 */
export function isTelemetryPath(path: string): boolean {
  const plain = plainPath(path);
  return plain !== undefined && !/^\/account(\/|$)/.test(plain) && !plain.includes("-oidc");
}

/** Lower case, decoded, with single slashes and no dots, as the most lenient server would read it. */
function plainPath(path: string): string | undefined {
  let plain = path.split(/[?#]/, 1)[0] ?? "";
  try {
    for (let times = 0; plain.includes("%"); times += 1) {
      if (times === mostDecodings) return undefined;
      plain = decodeURIComponent(plain);
    }
  } catch {
    return undefined;
  }
  // A parser of addresses resolves dots; the host is there for it to have one.
  const slashes = plain.normalize("NFKC").replace(/[/\\]+/g, "/");
  return slashes.startsWith("/")
    ? URL.parse(slashes, "https://site.invalid")?.pathname.toLowerCase()
    : undefined;
}
