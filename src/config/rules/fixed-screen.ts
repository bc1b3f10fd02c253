import { unmatchedPath } from "../../shared/screens.ts";
import type { Rule } from "./rule.ts";

/** Screens that the client and the server lead to by themselves (specification, sections 2, 4 and 8). */
export const fixedScreens = {
  home: "/",
  login: "/account/login",
  loginLocal: "/account/login/local",
  logout: "/account/logout",
  loggedOut: "/account/loggedout",
  select: "/account/select",
  redirect: "/redirect",
  error: "/error",
  errorAccessDenied: "/error/access-denied",
  errorExpired: "/error/expired",
  errorLinkExpired: "/error/link-expired",
  errorNotFound: "/error/notfound",
  errorSignIn: "/error/signin",
  unmatched: unmatchedPath,
};

export const fixedScreen: Rule = {
  id: "fixed-screen",
  stops: true,
  finds: "A screen that the product leads to by itself is missing or stands at another address.",
  why: "The server, the client and other sites know these addresses without reading the configuration (specification, sections 2, 4 and 8).",
  example: {
    file: "screens.config.json",
    wrong: '"path": "/error/sign-in"',
    right: '"path": "/error/signin"',
  },
  check: ({ screens }) =>
    Object.entries(fixedScreens).flatMap(([id, path]) => {
      const all = screens.value.screens;
      if (!Object.hasOwn(all, id)) {
        return [
          screens.at(["screens"], "fixed-screen", `The screen "${id}" is missing: the product leads to it.`),
        ];
      }
      if (all[id]?.path === path) return [];
      return [
        screens.at(
          ["screens", id, "path"],
          "fixed-screen",
          `The product leads to "${id}" at "${path}": keep this address.`,
        ),
      ];
    }),
};
