import type { Partner } from "../../config/resolve/partners.ts";
import { captchaAction } from "../../shared/constants.ts";
import type { CallContext } from "../call.ts";
import { challengeLife } from "../domain/challenge-life.ts";
import { recaptchaVerdict } from "../domain/recaptcha-rule.ts";
import { guardedFetch } from "../outgoing/guarded-fetch.ts";
import { namedSecret } from "../settings/secret-files.ts";
import type { Settings } from "../settings/settings.ts";
import { createSlots } from "../slots.ts";
import type { Solved } from "./challenge.ts";

/** Milliseconds that the provider may take for an answer; the person waits for it. */
const patience = 5000;

/** Anybody may send tokens: this many are asked about at once, and no more wait. */
const slots = createSlots({
  concurrency: 32,
  waitingPerSlot: 0,
  longestWait: 0,
  overloaded: () => new Error("too many tokens at once"),
});

/** Folders that pages load from. */
export interface RecaptchaSources {
  /** Of scripts; api.js stands in the first. */
  scripts: string[];
  frames: string[];
  /** That its script sends to. */
  connections: string[];
}

// Beside the folder itself, by its host (developers.google.com/recaptcha/docs/faq). A stand-in has all in one place.
const elsewhere: Record<string, { scripts: string[]; frames: string[] }> = {
  "www.google.com": {
    scripts: ["https://www.gstatic.com/recaptcha/"],
    frames: ["https://recaptcha.google.com/recaptcha/"],
  },
  "www.recaptcha.net": {
    scripts: ["https://www.gstatic.com/recaptcha/", "https://www.gstatic.cn/recaptcha/"],
    frames: ["https://recaptcha.net/recaptcha/"],
  },
};

/** What the pages of a partner need of reCAPTCHA; null: it has no key of it, so its pages load nothing from there. */
export function recaptchaSources(
  { recaptchaUrl }: Pick<Settings, "recaptchaUrl">,
  { captcha }: Pick<Partner, "captcha">,
): RecaptchaSources | null {
  if (captcha.checkbox === undefined && captcha.score === undefined) return null;
  const { scripts = [], frames = [] } = elsewhere[new URL(recaptchaUrl).hostname] ?? {};
  return {
    scripts: [recaptchaUrl, ...scripts],
    frames: [recaptchaUrl, ...frames],
    connections: [recaptchaUrl],
  };
}

/**
 * Asks the provider about a token of version 2 or 3. Null where it counts for nothing, also where the partner has no
 * key of the version and where the provider gives no answer in time: the browser then asks for the version below.
 * The provider takes each token once; spending what is given here, which holds over all processes, is the caller's.
 */
export async function solvedAtProvider(
  { services, partner, supportCode }: CallContext,
  version: 2 | 3,
  token: string,
): Promise<Solved | null> {
  const { score, checkbox } = partner.captcha;
  const key = version === 3 ? score : checkbox;
  if (key === undefined) return null;
  const { log, settings, now } = services;
  let answer: unknown;
  try {
    answer = await slots.run(() =>
      ask(settings, namedSecret(key.secretEnvironment, `partner "${partner.partnerId}"`), token),
    );
  } catch (error) {
    log.warn(
      { supportCode, version, err: error },
      "reCAPTCHA gives no answer, our own challenge takes its place",
    );
    return null;
  }
  const verdict = recaptchaVerdict(answer, {
    hosts: [settings.publicUrl, ...partner.origins].map((origin) => new URL(origin).hostname),
    score: version === 3 && score ? { action: captchaAction, least: score.least } : undefined,
    now: now(),
    life: challengeLife,
  });
  if ("madeAt" in verdict) return { signature: token, expiresAt: verdict.madeAt + challengeLife };
  log.info({ supportCode, version, reason: verdict.refusal, codes: codesOf(answer) }, "captcha refused");
  return null;
}

/** The address of the person is not told. Throws where there is no answer in time, or none that can be read. */
async function ask(
  { recaptchaUrl, privateAddresses }: Settings,
  secret: string,
  token: string,
): Promise<unknown> {
  const answer = await guardedFetch(privateAddresses)(`${recaptchaUrl}api/siteverify`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ secret, response: token }),
    signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  return answer.json();
}

/** What the provider says is wrong, as far as it is one of its words. */
function codesOf(answer: unknown): string[] {
  const codes = (answer as { "error-codes"?: unknown } | null)?.["error-codes"];
  return Array.isArray(codes) ? codes.filter((code) => /^[a-z-]{1,40}$/.test(String(code))) : [];
}
