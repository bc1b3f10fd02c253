import { load } from "./load.ts";
import type { Figure, Part } from "./part.ts";
import { addPeople, pageHeaders, signedIn, signingIn, startBuilt } from "./servers.ts";

const signIns = 10_000;
const rounds = 5;

/** What the process holds while thousands of people sign in. */
export const part: Part = {
  title: "Memory",
  how: `The built server on SQLite, one process; resident memory after each fifth of ${signIns.toLocaleString("en-GB")} sign-ins at 8 connections, once it has been quiet for two seconds.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const server = await startBuilt();
  try {
    const signIn = signingIn(await pageHeaders(server), await addPeople(server, 400));
    const figures: Figure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const amount = signIns / rounds;
      await load(`http://127.0.0.1:${server.port}`, [signIn], { amount, expected: [signedIn] });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      figures.push({
        what: `after ${(round * amount).toLocaleString("en-GB")} sign-ins`,
        value: await server.memory(),
        unit: "MB",
        ...(round === rounds && { goal: { atMost: 200 } }),
      });
    }
    return figures;
  } finally {
    await server.remove();
  }
}
