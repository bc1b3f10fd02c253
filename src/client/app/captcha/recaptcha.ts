import { captchaAction } from "../../../shared/constants.ts";
import type { Asked } from "./solve-challenge.ts";

/** As much of Google's `grecaptcha` as is used (developers.google.com/recaptcha/docs/display and docs/v3). */
export interface Recaptcha {
  render(element: HTMLElement, options: Record<string, unknown>): number;
  execute(widget: number, options: { action: string }): PromiseLike<unknown>;
}

type Provider = Pick<Asked, "siteKey" | "scripts">;

/** How long a script or a score may take before another challenge takes its place; milliseconds. */
const patience = 5000;
const onLoad = "vestibuleCaptchaLoaded";

let loading: Promise<Recaptcha> | undefined;
const widgets = new Map<string, number>();

/** Loads the provider's script, once. Rejects where it cannot be had in time; the next one tries again. */
export function loadRecaptcha({ scripts }: Pick<Provider, "scripts">): Promise<Recaptcha> {
  loading ??= inTime(addScript(scripts)).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The token of a score, asked for unseen. Rejects where there is none in time. */
export async function scoreToken({ siteKey, scripts }: Provider): Promise<string> {
  const recaptcha = await loadRecaptcha({ scripts });
  const token = await inTime(
    recaptcha.execute(widgetOf(recaptcha, siteKey ?? ""), { action: captchaAction }),
  );
  if (typeof token !== "string") throw new Error("reCAPTCHA gave no token");
  return token;
}

/** What a score needs on the page is made once: the provider's mark in a corner, which its terms ask for. */
function widgetOf(recaptcha: Recaptcha, siteKey: string): number {
  const known = widgets.get(siteKey);
  if (known !== undefined) return known;
  const place = document.body.appendChild(document.createElement("div"));
  const badge = document.documentElement.dir === "rtl" ? "bottomleft" : "bottomright";
  const widget = recaptcha.render(place, { sitekey: siteKey, size: "invisible", badge });
  widgets.set(siteKey, widget);
  return widget;
}

function addScript(scripts: readonly string[]): Promise<Recaptcha> {
  const here = window as unknown as Record<string, unknown> & { grecaptcha?: Recaptcha };
  // It may have come after the time for it was over.
  if (here.grecaptcha?.render !== undefined) return Promise.resolve(here.grecaptcha);
  allow(scripts);
  return new Promise((resolve, reject) => {
    here[onLoad] = () => here.grecaptcha && resolve(here.grecaptcha);
    const script = document.createElement("script");
    script.async = true;
    script.onerror = () => reject(new Error("the script of reCAPTCHA cannot be had"));
    script.src = `${scripts[0]}api.js?render=explicit&onload=${onLoad}`;
    document.head.append(script);
  });
}

/**
 * Lets scripts come from these folders alone. By the default policy, because the provider's first script gives the
 * address of its second one as a text.
 */
function allow(scripts: readonly string[]): void {
  const { trustedTypes } = window;
  if (trustedTypes === undefined || trustedTypes.defaultPolicy !== null) return;
  trustedTypes.createPolicy("default", {
    createScriptURL: (address) => {
      const { href } = new URL(address, document.baseURI);
      return scripts.some((folder) => href.startsWith(folder)) ? href : null;
    },
  });
}

function inTime<Value>(work: PromiseLike<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("reCAPTCHA took too long")), patience);
    work.then(resolve, reject);
  });
}
