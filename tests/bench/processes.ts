import { availableParallelism } from "node:os";
import { load, untilWarm } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { addPeople, bareHashes, pageHeaders, signedIn, signingIn, startBuilt } from "./servers.ts";

const rounds = 3;
const seconds = 6;

/** What a second process on the same machine adds. */
export const part: Part = {
  title: "Many processes",
  how: `The built server on PostgreSQL (on the same machine), with as many processes as cores and with one, warm, \`Login\` with a right password, against a process that only computes the same argon2id; ${rounds} rounds of ${seconds} s in turns, medians.`,
  measure,
};

interface Rates {
  bare: number;
  one: number;
  many: number;
}

async function measure(): Promise<Figure[]> {
  const many = await startWithPeople(availableParallelism());
  const one = await startWithPeople(1);
  try {
    const figures: Figure[] = [];
    for (const { url, signIn, processes } of [one, many])
      await load(url, [signIn], {
        connections: 64,
        amount: processes * untilWarm.signIns,
        expected: [signedIn],
      });
    for (const connections of [8, 64]) {
      const rates: Rates[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const bare = await bareHashes(connections, seconds);
        const single = await load(one.url, [one.signIn], { connections, seconds, expected: [signedIn] });
        const all = await load(many.url, [many.signIn], { connections, seconds, expected: [signedIn] });
        rates.push({ bare, one: single.rate, many: all.rate });
      }
      const at = `at ${connections} connections`;
      figures.push(
        {
          what: `${at}: sign-ins of all processes`,
          value: median(rates.map(({ many }) => many)),
          unit: "/s",
        },
        { what: `${at}: sign-ins of one process`, value: median(rates.map(({ one }) => one)), unit: "/s" },
        { what: `${at}: argon2id alone`, value: median(rates.map(({ bare }) => bare)), unit: "/s" },
        {
          what: `${at}: all processes, share of argon2id`,
          value: median(rates.map((rate) => rate.many / rate.bare)),
          goal: { atLeast: 0.9 },
        },
        {
          what: `${at}: all processes against one`,
          value: median(rates.map((rate) => rate.many / rate.one)),
          goal: { atLeast: 1 },
        },
      );
    }
    return figures;
  } finally {
    await one.server.remove();
    await many.server.remove();
  }
}

async function startWithPeople(processes: number) {
  const server = await startBuilt("postgres", { VESTIBULE_PROCESSES: String(processes) });
  const signIn = signingIn(await pageHeaders(server), await addPeople(server, 400));
  return { server, signIn, processes, url: `http://127.0.0.1:${server.port}` };
}
