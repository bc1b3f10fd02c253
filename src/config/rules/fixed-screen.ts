import { entrances, innerAddresses } from "../resolve/entrances.ts";
import type { Rule } from "./rule.ts";

export const fixedScreen: Rule = {
  id: "fixed-screen",
  stops: true,
  finds:
    "A screen that the product, a mail or an application leads to is missing or stands at another address.",
  why: "They know these addresses without reading the configuration (specification, sections 2, 4 and 8).",
  example: {
    file: "screens.config.json",
    wrong: '"path": "/error/sign-in"',
    right: '"path": "/error/signin"',
  },
  check: ({ screens }) => {
    const all = screens.value.screens;
    const strangers = Object.keys(all).filter((id) => !Object.hasOwn(entrances, id));
    const moved = (id: string, path: string, by: string) => {
      const message = `${by} leads to "${id}" at "${path}": keep this address.`;
      return screens.at(["screens", id, "path"], message, path);
    };
    const outer = Object.entries(entrances).flatMap(([id, { path, by }]) => {
      if (Object.hasOwn(all, id)) return all[id]?.path === path ? [] : [moved(id, path, by)];
      const name = strangers.find((stranger) => all[stranger]?.path === path);
      return name === undefined
        ? [screens.at(["screens"], `The screen "${id}" is missing. ${by} leads there.`)]
        : [screens.atKey(["screens", name], `${by} leads to "${id}".`, id)];
    });
    const inner = Object.entries(innerAddresses)
      .filter(([id, path]) => Object.hasOwn(all, id) && all[id]?.path !== path)
      .map(([id, path]) => moved(id, path, "A bookmark"));
    const onward = Object.entries(entrances).flatMap(([id, { by, redirect }]) => {
      const found = all[id]?.redirect;
      // Who is led on and on is the finding of another rule.
      const isKept = found === undefined || found === redirect || all[found]?.redirect !== undefined;
      if (redirect === undefined || isKept) return [];
      const message = `${by} leads to "${id}", which must lead on to "${redirect}".`;
      return [screens.at(["screens", id, "redirect"], message, redirect)];
    });
    return [...outer, ...inner, ...onward];
  },
};
