import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPassword } from "../support/server.ts";
import { load, type Step, untilWarm } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { startBare, startBuilt } from "./servers.ts";

const rounds = 3;
const seconds = 6;
const clientId = "bench";
const redirectUri = "http://127.0.0.1:9/callback";
const verifier = "a-verifier-that-is-the-same-in-every-round-of-it";
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** An application signs somebody in who has a session already. */
export const part: Part = {
  title: "OpenID Connect",
  how: `Authorization code with PKCE and the tokens for it, of a browser with a living session, 8 connections; the built server on SQLite against \`oidc-provider\` by itself, which keeps all in its memory, both warm; ${rounds} rounds of ${seconds} s in turns, medians.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-bench-"));
  const clientsFile = join(folder, "clients.json");
  const client = { name: "Bench", redirectUris: [redirectUri], idTokenAlgorithm: "ES256" };
  await writeFile(clientsFile, JSON.stringify({ clients: { [clientId]: client } }));
  const server = await startBuilt("sqlite", { VESTIBULE_CLIENTS_FILE: clientsFile });
  const bare = await startBare("provider", clientId, redirectUri);
  try {
    const person = await server.addUser();
    const browser = server.browser();
    await browser.signIn(person.username, testPassword);
    const headers = { host: new URL(server.origin).host, cookie: browser.cookieHeader() };
    const ourUrl = `http://127.0.0.1:${server.port}`;
    const ours = trip("/connect/authorize", "/connect/token", headers);
    const theirs = trip("/auth", "/token", { cookie: await signInAt(String(bare.said)) });
    const rates: { bare: number; ours: number; cost: number; bareCost: number }[] = [];
    await load(String(bare.said), theirs, { ...options(undefined), amount: untilWarm.views });
    await load(ourUrl, ours, { ...options(undefined), amount: untilWarm.views });
    for (let round = 0; round < rounds; round += 1) {
      const plain = await load(String(bare.said), theirs, options(bare.child.pid));
      const own = await load(ourUrl, ours, options(server.process.child.pid));
      // Two answers are one round trip.
      rates.push({
        bare: plain.rate / 2,
        ours: own.rate / 2,
        cost: own.cost * 2,
        bareCost: plain.cost * 2,
      });
    }
    return [
      { what: "round trips", value: median(rates.map((rate) => rate.ours)), unit: "/s" },
      { what: "the library by itself", value: median(rates.map((rate) => rate.bare)), unit: "/s" },
      {
        what: "share of it",
        value: median(rates.map((rate) => rate.ours / rate.bare)),
        goal: { atLeast: 0.8 },
      },
      { what: "processor for a round trip", value: median(rates.map((rate) => rate.cost)), unit: "ms" },
      { what: "the library's", value: median(rates.map((rate) => rate.bareCost)), unit: "ms" },
    ];
  } finally {
    await bare.end();
    await server.remove();
    await rm(folder, { recursive: true });
  }
}

const options = (pid: number | undefined) => ({ seconds, expected: ["200", "302", "303"], pid });

function authorizationQuery(): string {
  return new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "bench",
  }).toString();
}

/** The code, then the tokens for it. */
function trip(authorize: string, token: string, headers: Record<string, string>): Step[] {
  return [
    {
      request: () => ({ path: `${authorize}?${authorizationQuery()}`, headers }),
      answered: (context, { headers: answered }) => {
        const location = answered.location ?? answered.Location ?? "";
        const code = URL.parse(location)?.searchParams.get("code");
        if (!code) throw new Error(`no code at ${location}`);
        context.code = code;
      },
    },
    {
      request: ({ code = "" }) => ({
        method: "POST",
        path: token,
        headers: { ...headers, cookie: "", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          client_id: clientId,
          grant_type: "authorization_code",
          redirect_uri: redirectUri,
          code,
          code_verifier: verifier,
        }).toString(),
      }),
    },
  ];
}

/** Signs in on the library's own pages and agrees; gives the cookies. */
async function signInAt(issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  const forms = [
    new URLSearchParams({ prompt: "login", login: "bench" }),
    new URLSearchParams({ prompt: "consent" }),
  ];
  for (let address = `${issuer}/auth?${authorizationQuery()}`; !address.startsWith(redirectUri); ) {
    const form = new URL(address).pathname.startsWith("/interaction/") ? forms.shift() : undefined;
    const answer = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((cookie) => cookie.join("=")).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    await answer.body?.cancel();
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=", 2);
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`${address} answers ${answer.status}`);
    address = new URL(location, address).href;
  }
  return [...cookies].map((cookie) => cookie.join("=")).join("; ");
}
