import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { captchaAction } from "../../src/shared/constants.ts";
import { onLoopback } from "./loopback.ts";

/** What the provider knows of a token that it gave. */
interface GivenToken {
  siteKey: string;
  action: string;
  at: number;
}

/** How the provider behaves now. */
export interface RecaptchaMood {
  /** Of version 3. */
  score: number;
  hostname: string;
  /** In place of the action that the token was made for. */
  action: string | undefined;
  /** Milliseconds since a token's challenge was made; negative: in the future. */
  age: number;
  /** What siteverify does: `broken` is no JSON, `silent` is never an answer. */
  verifies: "right" | "unavailable" | "broken" | "silent";
  /** What becomes of who asks for the first script. */
  script: "served" | "missing" | "silent";
  /** The box is followed by a puzzle. */
  puzzle: boolean;
}

/** Stands in for Google's reCAPTCHA on loopback: its scripts, its frames and siteverify, each as Google's behaves. */
export interface RecaptchaProvider {
  /** Folder of everything, with a slash. */
  url: string;
  mood: RecaptchaMood;
  /** Tokens that siteverify was asked about, in order. */
  asked: string[];
  /** A token as a browser is given it. */
  token(siteKey: string, action?: string): string;
  /** Takes tokens again that were asked about, as no provider should. */
  forget(): void;
  close(): Promise<void>;
}

const usual: RecaptchaMood = {
  score: 0.9,
  hostname: "localhost",
  action: undefined,
  age: 1000,
  verifies: "right",
  script: "served",
  puzzle: false,
};

/** The two keys of a partner: public → secret. */
export const recaptchaKeys = {
  checkbox: { siteKey: "stand-in-checkbox", secret: "secret-of-the-checkbox" },
  score: { siteKey: "stand-in-score", secret: "secret-of-the-score" },
} as const;

/** The variables that partners name for the secrets of `recaptchaKeys`. */
export const recaptchaVariables = {
  TEST_CAPTCHA_CHECKBOX: recaptchaKeys.checkbox.secret,
  TEST_CAPTCHA_SCORE: recaptchaKeys.score.secret,
};

/** `captcha` of a partner with one or both keys. */
export const recaptchaPartner = {
  checkbox: { siteKey: recaptchaKeys.checkbox.siteKey, secretEnvironment: "TEST_CAPTCHA_CHECKBOX" },
  score: { siteKey: recaptchaKeys.score.siteKey, secretEnvironment: "TEST_CAPTCHA_SCORE", least: 0.5 },
};

/** Starts the stand-in, on a free port unless told which. */
export async function startRecaptchaProvider(port = 0): Promise<RecaptchaProvider> {
  const given = new Map<string, GivenToken>();
  const used = new Set<string>();
  const { origin, close } = await onLoopback((request, response) => answer(request, response), port);

  const provider: RecaptchaProvider = {
    url: `${origin}/recaptcha/`,
    mood: { ...usual },
    asked: [],
    token: (siteKey, action = "") => {
      const token = randomBytes(300).toString("base64url");
      given.set(token, { siteKey, action, at: Date.now() });
      return token;
    },
    forget: () => used.clear(),
    close,
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "", provider.url);
    const { mood } = provider;
    const body = new URLSearchParams(await textOf(request));
    const send = (type: string, text: string, status = 200) =>
      response
        .writeHead(status, {
          "content-type": `${type}; charset=utf-8`,
          "access-control-allow-origin": "*",
          "access-control-allow-headers": "*",
        })
        .end(text);
    if (request.method === "OPTIONS") return void send("text/plain", "");
    switch (pathname.slice("/recaptcha/".length)) {
      case "api.js":
        if (mood.script === "silent") return;
        if (mood.script === "missing") return void send("text/plain", "gone", 404);
        return void send("text/javascript", await script("first-script.js"));
      case "releases/stand-in/recaptcha__en.js":
        return void send("text/javascript", await script("second-script.js"));
      case "api2/anchor":
        return void send("text/html", box(mood.puzzle ? "puzzle" : "tick"));
      case "api2/bframe":
        return void send("text/html", puzzle);
      case "api2/clr":
        return void send("text/plain", provider.token(body.get("k") ?? "", body.get("action") ?? ""));
      case "api/siteverify": {
        const token = body.get("response") ?? "";
        provider.asked.push(token);
        if (mood.verifies === "silent") return;
        if (mood.verifies === "unavailable") return void send("text/html", "<h1>503</h1>", 503);
        if (mood.verifies === "broken") return void send("text/html", "<h1>Welcome to this hotel</h1>");
        return void send("application/json", JSON.stringify(verdict(token, body.get("secret"))));
      }
      default:
        return void send("text/plain", "nothing here", 404);
    }
  };

  const verdict = (token: string, secret: string | null) => {
    const { mood } = provider;
    const { siteKey, action, at } = given.get(token) ?? {};
    const key = Object.values(recaptchaKeys).find((each) => each.secret === secret);
    const wrong = (code: string) => ({ success: false, "error-codes": [code] });
    if (key === undefined) return wrong("invalid-input-secret");
    if (at === undefined || siteKey !== key.siteKey) return wrong("invalid-input-response");
    if (used.has(token)) return wrong("timeout-or-duplicate");
    used.add(token);
    const made = new Date(at - mood.age).toISOString().replace(/\.\d+/, "");
    const common = { success: true, challenge_ts: made, hostname: mood.hostname };
    if (key !== recaptchaKeys.score) return common;
    return { ...common, score: mood.score, action: mood.action ?? action };
  };

  const script = async (name: string) =>
    (await readFile(join(import.meta.dirname, "recaptcha", name), "utf8")).replaceAll(
      "%FOLDER%",
      provider.url,
    );

  return provider;
}

/** A token of version 3, as our pages ask for it. */
export function scoreTokenOf(provider: RecaptchaProvider): string {
  return provider.token(recaptchaKeys.score.siteKey, captchaAction);
}

const page = (body: string, start: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>stand-in</title></head><body>${body}<script>${start}</script></body></html>`;

/** The frame of the box: `role=checkbox`, as Google's; what is pressed is told to the page that it stands in. */
const box = (says: string) =>
  page(
    `<span role="checkbox" tabindex="0" aria-checked="false">I'm not a robot</span>`,
    `const box=document.querySelector("span");const tell=()=>parent.postMessage(${JSON.stringify(says)},"*");box.onclick=tell;box.onkeydown=(event)=>{if(event.key===" "||event.key==="Enter"){event.preventDefault();tell()}};onmessage=({data})=>box.setAttribute("aria-checked",String(data==="ticked"))`,
  );

const puzzle = page(
  `<p>Select all squares with boats</p><button type="button">Verify</button>`,
  `document.querySelector("button").onclick=()=>parent.postMessage("solved","*")`,
);
