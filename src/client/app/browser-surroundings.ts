import { antiForgeryCookie } from "../../shared/constants.ts";
import { isScreenPath, type Screens, wayBack } from "../../shared/screens.ts";
import type { Surroundings } from "../api/surroundings.ts";
import { readCookie } from "../page/cookies.ts";
import type { PageStore } from "../page/page.ts";
import type { CaptchaGate } from "../state/captcha.ts";
import type { Router } from "./router.ts";

/** What calls may do to the page that stands in this browser. */
export function browserSurroundings(
  page: PageStore,
  screens: Screens,
  router: Router,
  captcha: CaptchaGate,
  identityChanged: (call: string) => void,
): Surroundings {
  const address = () => location.pathname + location.search + location.hash;
  return {
    origin: location.origin,
    address,
    // On the way to a screen, the address that turned out wrong must not stay in the history.
    go: (path, options) => router.navigate(path, { replace: page.get().travelling, ...options }),
    leave: (url) => void router.leave(url),
    isScreen: (path) => isScreenPath(screens, path),
    wayBack: () => wayBack(screens, address()),
    cookieToken: () => readCookie(antiForgeryCookie),
    visit: () => page.get().visit,
    captcha,
    identityChanged,
  };
}
