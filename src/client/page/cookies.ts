/** A cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}
