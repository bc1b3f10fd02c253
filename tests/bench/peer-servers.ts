import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPassword } from "../support/server.ts";
import { load, type Step, untilWarm } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { installPeers } from "./peers/install.ts";
import {
  addPeople,
  bareHashes,
  pageHeaders,
  signedIn,
  signingIn,
  startBare,
  startBuilt,
  startProcess,
  viewing,
} from "./servers.ts";

const rounds = 3;
const seconds = 6;
const people = 200;

/** A server beside ours. */
interface Contender {
  name: string;
  url: string;
  signIn: Step;
  /** Status of a sign-in that is done. */
  done: string;
  /** Asks who is signed in. */
  look: Step;
  end(): Promise<void>;
}

/** Servers of others beside ours. */
export const part: Part = {
  title: "Servers of others",
  how: `The built server in turns with one by better-auth, the only one of the others whose server comes from npm: one process each, warm, production settings, a file of SQLite with a log of writes, ${people} people whose passwords are hashed by the same argon2id (19 MiB, 2 passes). Ours counts tries and writes its audit log, the other one's limits are off, because they count by address. Share: of what a process does that only hashes, and of a route of Fastify that answers a text of the same length. ${rounds} rounds of ${seconds} s in turns, medians. Needs the network, to install it in \`peers/\`.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  await installPeers();
  const contenders: Contender[] = [];
  try {
    contenders.push(await startOurs());
    contenders.push(await startBetterAuth());
    for (const { url, signIn, done, look } of contenders) {
      await load(url, [signIn], { connections: 64, amount: untilWarm.signIns, expected: [done] });
      await load(url, [look], { amount: untilWarm.views });
    }
    return [
      ...(await signIns(contenders, 8)),
      ...(await signIns(contenders, 64)),
      ...(await looks(contenders)),
    ];
  } finally {
    for (const { end } of contenders) await end();
  }
}

async function signIns(contenders: readonly Contender[], connections: number): Promise<Figure[]> {
  const shares = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const bare = await bareHashes(connections, seconds);
    for (const { name, url, signIn, done } of contenders) {
      const { rate } = await load(url, [signIn], { connections, seconds, expected: [done] });
      shares.get(name)?.push(rate / bare);
    }
  }
  return figuresOf(`sign-ins at ${connections} connections, share of argon2id`, shares);
}

async function looks(contenders: readonly Contender[]): Promise<Figure[]> {
  const shares = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, url, look } of contenders) {
      let length = 0;
      const heard: Step = { ...look, answered: (_context, { body }) => (length = body.length) };
      const seen = await load(url, [heard], { seconds });
      const bare = await startBare("answer", String(length));
      const plainly: Step = { request: () => ({ path: "/" }) };
      await load(String(bare.said), [plainly], { amount: untilWarm.views });
      const plain = await load(String(bare.said), [plainly], { seconds });
      await bare.end();
      shares.get(name)?.push(seen.rate / plain.rate);
    }
  }
  return figuresOf("who is signed in, share of Fastify", shares);
}

/** Ours is to be the first. */
function figuresOf(what: string, shares: ReadonlyMap<string, readonly number[]>): Figure[] {
  const shown = [...shares].map(([name, each]) => ({ name, value: median(each) }));
  const best = Math.max(...shown.slice(1).map(({ value }) => value));
  return shown.map(({ name, value }, index) => ({
    what: `${name}: ${what}`,
    value,
    ...(index === 0 && { goal: { atLeast: best } }),
  }));
}

async function startOurs(): Promise<Contender> {
  const server = await startBuilt();
  const headers = await pageHeaders(server);
  const person = await server.addUser();
  const client = server.browser();
  await client.signIn(person.username, testPassword);
  return {
    name: "Vestibule",
    url: `http://127.0.0.1:${server.port}`,
    signIn: signingIn(headers, await addPeople(server, people)),
    done: signedIn,
    look: viewing("User", await pageHeaders(server, client)),
    end: () => server.remove(),
  };
}

async function startBetterAuth(): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-peers-"));
  const server = await startProcess(
    "peers/better-auth-server.js",
    [join(folder, "data.sqlite"), testPassword, String(people)],
    { NODE_ENV: "production" },
  );
  const url = String(server.said);
  let turn = 0;
  const signIn: Step["request"] = () => {
    turn += 1;
    return {
      method: "POST",
      path: "/api/auth/sign-in/email",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ email: `person${turn % people}@bench.example`, password: testPassword }),
    };
  };
  const { path, ...sent } = signIn({});
  const answer = await fetch(url + path, sent);
  if (!answer.ok) throw new Error(`better-auth refuses a sign-in: ${answer.status}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return {
    name: "better-auth",
    url,
    signIn: { request: signIn },
    done: "200",
    look: { request: () => ({ path: "/api/auth/get-session", headers: { cookie } }) },
    end: async () => {
      await server.end();
      await rm(folder, { recursive: true });
    },
  };
}
