import { testPassword } from "../support/server.ts";
import { load, type Step, untilWarm } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { pageHeaders, startBare, startBuilt, viewing } from "./servers.ts";

const rounds = 3;
const seconds = 4;

/** Calls that only look, and the sign-in page as the server draws it. */
export const part: Part = {
  title: "Views and the sign-in page",
  how: `The built server on SQLite, one process, 8 connections, against a route of Fastify that answers a text of the same length, both warm; ${rounds} rounds of ${seconds} s in turns, medians. Pages by processor time: one core does so many in a second that it has for nothing else.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const server = await startBuilt();
  const url = `http://127.0.0.1:${server.port}`;
  const { pid } = server.process.child;
  try {
    const person = await server.addUser();
    const client = server.browser();
    await client.signIn(person.username, testPassword);
    const anonymous = await pageHeaders(server);
    const session = await pageHeaders(server, client);
    const views = [
      { name: "User", headers: session, atLeast: 0.5 },
      { name: "LoginView", headers: anonymous, atLeast: 0.4 },
    ] as const;
    const figures: Figure[] = [];
    for (const { name, headers, atLeast } of views) {
      const { length } = (await client.call(name)).text;
      const bare = await startBare("answer", String(length));
      const bareUrl = String(bare.said);
      const plainly: Step = { request: () => ({ path: "/" }) };
      const ask = viewing(name, headers);
      await load(bareUrl, [plainly], { amount: untilWarm.views });
      await load(url, [ask], { amount: untilWarm.views });
      const rates: { bare: number; ours: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const plain = await load(bareUrl, [plainly], { seconds });
        const ours = await load(url, [ask], { seconds });
        rates.push({ bare: plain.rate, ours: ours.rate });
      }
      await bare.end();
      figures.push(
        { what: name, value: median(rates.map((rate) => rate.ours)), unit: "/s" },
        {
          what: `Fastify alone, ${length} characters`,
          value: median(rates.map((rate) => rate.bare)),
          unit: "/s",
        },
        { what: "share of it", value: median(rates.map((rate) => rate.ours / rate.bare)), goal: { atLeast } },
      );
    }
    const page = (encoding: string): Step => ({
      request: () => ({
        path: "/account/login",
        headers: { ...anonymous, accept: "text/html", "accept-encoding": encoding },
      }),
    });
    for (const encoding of ["identity", "br", "gzip"]) {
      const costs: number[] = [];
      await load(url, [page(encoding)], { amount: untilWarm.views });
      for (let round = 0; round < rounds; round += 1)
        costs.push((await load(url, [page(encoding)], { seconds, pid })).cost);
      figures.push({
        what: `sign-in page, ${encoding}`,
        value: 1000 / median(costs),
        unit: "/s and core",
        goal: { atLeast: 1500 },
      });
    }
    const raw = await fetch(`${url}/account/login`, { headers: { "accept-encoding": "identity" } });
    figures.push({ what: "sign-in page, length", value: (await raw.arrayBuffer()).byteLength, unit: "B" });
    return figures;
  } finally {
    await server.remove();
  }
}
