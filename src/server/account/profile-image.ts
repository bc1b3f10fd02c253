import { hash } from "node:crypto";
import type { Handlers } from "../call.ts";
import { ImageAnswer } from "../call.ts";
import { rememberedUsername } from "./remembered-username.ts";

/** White letters have a contrast of at least 7 on each (WCAG 2.2, 1.4.6). */
const colours = ["#1f4e79", "#5b2a6e", "#7a2e1d", "#1d5c3a", "#4a4a12", "#33415c"];

/** A letter or digit to begin a word with; nothing else reaches the image, so no name can be markup. */
const beginning = /[\p{L}\p{N}]/u;

/** The initials of the person signed in, or remembered here by user name; a blank disc where there is nobody. */
export const profileImage: Handlers["ProfileImage"] = async (context) => {
  const name = context.visitor.user?.displayName ?? rememberedUsername(context) ?? "";
  return new ImageAnswer(Buffer.from(initialsImage(name)), "image/svg+xml");
};

/** A disc with the initials of a name, as SVG without styles or scripts. */
export function initialsImage(name: string): string {
  const [byte = 0] = hash("sha256", name, "buffer");
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">',
    `<circle cx="32" cy="32" r="32" fill="${colours[byte % colours.length]}"/>`,
    '<text x="32" y="41" font-family="system-ui, sans-serif" font-size="26" text-anchor="middle" fill="#fff">',
    `${initials(name)}</text></svg>`,
  ].join("");
}

function initials(name: string): string {
  const letters = name
    .normalize("NFC")
    .split(/[\s.,_@-]+/u)
    .flatMap((word) => beginning.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 ? letters.at(-1) : undefined].join("").toLocaleUpperCase("en");
}
