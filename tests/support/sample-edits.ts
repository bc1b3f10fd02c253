import { expect } from "vitest";
import type { Json } from "./sample-sources.ts";

export type Path = (string | number)[];
/** A wrong edit of a file's text. */
export type Edit = (text: string) => string | undefined;

export const screens = "screens.config.json";
export const locale = "locales/de.json";
export const source = "locales/en-GB.json";
export const clients = "clients.config.json";
export const vendors = "vendors.config.json";
export const partner = "partners/northwind/partner.json";
export const form = "schemas/forms/sample.json";
export const call = "schemas/calls/Sample.json";
export const logo = "partners/northwind/logo.svg";
export const icon = "contoso.svg";
export const states = "states/login.json";

export function swap(from: string, to: string): Edit {
  return (text) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  };
}

export function set(path: Path, value: Json): Edit {
  return change(path, (holder, key) => {
    holder[key] = value;
  });
}

export function drop(path: Path): Edit {
  return change(path, (holder, key) => {
    expect(Object.keys(holder)).toContain(String(key));
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  });
}

/** Under the same name: to the end of its object. */
export function rename(path: Path, name: string): Edit {
  return change(path, (holder, key) => {
    expect(Object.keys(holder)).toContain(String(key));
    const value = holder[key] ?? null;
    delete holder[key];
    holder[name] = value;
  });
}

export function mark(key: string, copy: string): Edit {
  return set(["$untranslated"], { [key]: copy });
}

/** Changes what a path leads to and writes the file with one value on a line, as the samples are. */
function change(path: Path, apply: (holder: { [key: string]: Json }, key: string | number) => void): Edit {
  return (text) => {
    const document = JSON.parse(text);
    const holder = path.slice(0, -1).reduce((inner, key) => inner[key], document);
    apply(holder, path.at(-1) ?? "");
    return JSON.stringify(document, null, 2);
  };
}

/** A form with its fields the other way round. */
export function reversedFields(text: string): string {
  const form = JSON.parse(text) as { fields: unknown[] };
  return JSON.stringify({ ...form, fields: form.fields.toReversed() }, null, 2);
}
