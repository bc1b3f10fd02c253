import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerEnds } from "./answer-ends.ts";

test("who fails to tell the end of a request keeps nobody else from it, and is logged", async () => {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: "error", stream: { write: (line: string) => logged.push(line) } } });
  onTestFinished(() => app.close());
  const told = vi.fn();
  const fail = () => {
    throw new Error("on purpose");
  };
  answerEnds(app, [fail, told]);
  app.get("/", () => "answered");
  const answer = await fetch(await app.listen({ host: "127.0.0.1", port: 0 }));
  expect(await answer.text()).toBe("answered");
  await expect.poll(() => told.mock.calls.length).toBe(1);
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ whole: true }));
  expect(logged).toEqual([expect.stringContaining("on purpose")]);
});
