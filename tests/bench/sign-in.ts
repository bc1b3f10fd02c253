import { testPassword } from "../support/server.ts";
import { type Load, load, type Step, untilWarm } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { addPeople, bareHashes, pageHeaders, signedIn, signingIn, startBuilt, viewing } from "./servers.ts";

const rounds = 3;
const seconds = 6;

/** Password sign-ins against what the machine can hash, and what the rest of the site does meanwhile. */
export const part: Part = {
  title: "Password sign-ins",
  how: `The built server on SQLite, warm, \`Login\` with a right password, against a process that only computes the same argon2id (19 MiB, 2 passes); ${rounds} rounds of ${seconds} s in turns, medians.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const server = await startBuilt();
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const headers = await pageHeaders(server);
    const signIn = signingIn(headers, await addPeople(server, 1500));
    const figures: Figure[] = [];
    await load(url, [signIn], { connections: 64, amount: untilWarm.signIns, expected: [signedIn] });
    for (const [connections, atLeast] of [
      [8, 0.92],
      [64, 0.88],
    ] as const) {
      const rates: { bare: number; ours: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const bare = await bareHashes(connections, seconds);
        const { rate } = await load(url, [signIn], { connections, seconds, expected: [signedIn] });
        rates.push({ bare, ours: rate });
      }
      const bare = median(rates.map((rate) => rate.bare));
      const ours = median(rates.map((rate) => rate.ours));
      figures.push(
        { what: `sign-ins at ${connections} connections`, value: ours, unit: "/s" },
        { what: `argon2id alone, ${connections} at once`, value: bare, unit: "/s" },
        { what: "share of it", value: median(rates.map((rate) => rate.ours / rate.bare)), goal: { atLeast } },
      );
    }
    return [
      ...figures,
      ...(await viewsMeanwhile(url, signIn, headers)),
      ...(await beyondTheQueue(url, signIn)),
    ];
  } finally {
    await server.remove();
  }

  async function viewsMeanwhile(
    address: string,
    signIn: Step,
    headers: Record<string, string>,
  ): Promise<Figure[]> {
    const person = await server.addUser();
    const client = server.browser();
    await client.signIn(person.username, testPassword);
    const views = [
      ["User", viewing("User", await pageHeaders(server, client))],
      ["LoginView", viewing("LoginView", headers)],
    ] as const;
    const figures: Figure[] = [];
    for (const [name, view] of views) {
      const [, seen] = await Promise.all([
        load(address, [signIn], { connections: 64, seconds: 8, expected: [signedIn, "503"] }),
        load(address, [view], { connections: 1, seconds: 8 }),
      ]);
      figures.push({
        what: `${name} while 64 connections sign in: 97.5 of 100 answers within`,
        value: seen.slow,
        unit: "ms",
        goal: { atMost: 50 },
      });
    }
    return figures;
  }
}

/** More people than may wait: told at once to come again, none left without an answer. */
async function beyondTheQueue(url: string, signIn: Step): Promise<Figure[]> {
  let told = 0;
  let refused = 0;
  const counted: Step = {
    ...signIn,
    answered: (_context, { status, headers }) => {
      if (status !== 503) return;
      refused += 1;
      if (Object.keys(headers).some((name) => name.toLowerCase() === "retry-after")) told += 1;
    },
  };
  const result: Load = await load(url, [counted], {
    connections: 400,
    seconds: 8,
    expected: [signedIn, "503"],
  });
  return [
    { what: "400 connections: sign-ins", value: (result.statuses[signedIn] ?? 0) / 8, unit: "/s" },
    { what: "400 connections: requests without an answer", value: result.lost, goal: { atMost: 0 } },
    {
      what: "400 connections: share of the refused that are told when to come again",
      value: refused === 0 ? 1 : told / refused,
      goal: { atLeast: 1 },
    },
  ];
}
