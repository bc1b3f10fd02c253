import { processorTime } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { startBuilt } from "./servers.ts";

const rounds = 11;

/** From `npm start` to the first answer that it is ready. */
export const part: Part = {
  title: "Start",
  how: `The built server on SQLite with a database that is there, ${rounds} starts, medians.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const times: number[] = [];
  const processor: number[] = [];
  const memory: number[] = [];
  const server = await startBuilt();
  try {
    for (let round = 0; round < rounds; round += 1) {
      await server.stop();
      const begun = performance.now();
      await server.restart();
      times.push(performance.now() - begun);
      processor.push(await processorTime(server.process.child.pid));
      memory.push(await server.memory());
    }
  } finally {
    await server.remove();
  }
  return [
    { what: "ready after", value: median(times), unit: "ms", goal: { atMost: 1000 } },
    { what: "processor", value: median(processor), unit: "ms" },
    { what: "memory", value: median(memory), unit: "MB" },
  ];
}
