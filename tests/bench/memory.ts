import { testPassword } from "../support/server.ts";
import { load } from "./load.ts";
import type { Figure, Part } from "./part.ts";
import { addPeople, pageHeaders, signedIn, signingIn, startBuilt, viewing } from "./servers.ts";

const signIns = 10_000;
const looks = 200_000;
const rounds = 5;

/** What the process holds while thousands of people sign in, and while they look at views. */
export const part: Part = {
  title: "Memory",
  how: `The built server on SQLite, one process; resident memory after each fifth of ${signIns.toLocaleString("en-GB")} sign-ins at 8 connections, then of ${looks.toLocaleString("en-GB")} looks at \`User\`, once it has been quiet for two seconds.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const server = await startBuilt();
  try {
    const people = await addPeople(server, 400);
    const client = server.browser();
    await client.signIn(people[0] ?? "", testPassword);
    const kinds = [
      {
        name: "sign-ins",
        total: signIns,
        step: signingIn(await pageHeaders(server), people),
        expected: [signedIn],
      },
      {
        name: "looks at `User`",
        total: looks,
        step: viewing("User", await pageHeaders(server, client)),
        expected: ["200"],
      },
    ];
    const figures: Figure[] = [];
    for (const { name, total, step, expected } of kinds)
      for (let round = 1; round <= rounds; round += 1) {
        const amount = total / rounds;
        await load(`http://127.0.0.1:${server.port}`, [step], { amount, expected });
        await new Promise((resolve) => setTimeout(resolve, 2000));
        figures.push({
          what: `after ${(round * amount).toLocaleString("en-GB")} ${name}`,
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
