/** A mail, taken apart. */
export interface ReadMail {
  /** By name in lower case, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** Content-ID → bytes. */
  images: Record<string, Buffer>;
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

/** Reads the source of a mail (RFC 5322, RFC 2045): as much of it as our mails use. */
export function readMail(source: string): ReadMail {
  const whole = partOf(source);
  const leaves = leavesOf(whole);
  const ofKind = (kind: string) => leaves.find(({ headers }) => headers["content-type"]?.startsWith(kind));
  const content = (part: Part | undefined) => (part === undefined ? "" : bytesOf(part).toString("utf8"));
  const images = leaves.filter(({ headers }) => headers["content-id"] !== undefined);
  return {
    headers: whole.headers,
    text: content(ofKind("text/plain")).replaceAll("\r\n", "\n"),
    html: content(ofKind("text/html")).replaceAll("\r\n", "\n"),
    images: Object.fromEntries(images.map((part) => [part.headers["content-id"], bytesOf(part)])),
  };
}

function partOf(source: string): Part {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), decoded(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: source.slice(end + 4) };
}

function leavesOf(part: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(part.headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return [part];
  const parts = part.body.split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((each) => leavesOf(partOf(each.replace(/^\r\n|\r\n$/g, ""))));
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers["content-transfer-encoding"];
  if (encoding === "base64") return Buffer.from(body, "base64");
  return encoding === "quoted-printable" ? unquoted(body.replace(/=\r\n/g, "")) : Buffer.from(body);
}

/** Words in the form of RFC 2047; the blank between two of them belongs to neither. */
function decoded(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : unquoted(word.replaceAll("_", " ")).toString("utf8"),
    );
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}
