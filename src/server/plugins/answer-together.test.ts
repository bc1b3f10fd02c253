import Fastify from "fastify";
import { expect, test } from "vitest";
import { answerTogether } from "./answer-together.ts";

test("an answer goes out once the requests that came with its own were handled as far as they go without waiting", async () => {
  const happened: string[] = [];
  const app = Fastify();
  answerTogether(app);
  app.get<{ Params: { steps: string } }>("/:steps", async ({ params: { steps } }, reply) => {
    reply.raw.once("finish", () => happened.push(`${steps} sent`));
    for (let step = 0; step < Number(steps); step += 1) await undefined;
    happened.push(`${steps} handled`);
    return steps;
  });

  await app.ready();
  const answers = await Promise.all([app.inject("/0"), app.inject("/1000")]);

  expect(answers.map(({ body }) => body)).toEqual(["0", "1000"]);
  expect(happened).toEqual(["0 handled", "1000 handled", "0 sent", "1000 sent"]);
});
