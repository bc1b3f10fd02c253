import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { quiet } from "./quiet.ts";

/** What a server does with requests that come as fast as it answers. */
export interface Load {
  /** Answers in a second. */
  rate: number;
  /** Milliseconds that 97.5 of a hundred answers do not exceed. */
  slow: number;
  /** Answers by their status. */
  statuses: Record<string, number>;
  /** Requests without an answer: a broken line, or none within ten seconds. */
  lost: number;
  /** Processor time of the server for one answer, in milliseconds; where its process is known. */
  cost: number;
}

type Context = Record<string, string>;

export interface Sent {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One of the requests that a connection sends in turn; `context` lives from the first of them to the last. */
export interface Step {
  request(context: Context): Sent;
  answered?(
    context: Context,
    answer: { status: number; body: string; headers: Record<string, string> },
  ): void;
}

/**
 * Sends requests by autocannon for some seconds, and waits until the server has done with them; throws where an answer has none
 * of the `expected` statuses.
 */
export async function load(
  url: string,
  steps: readonly Step[],
  {
    connections = 8,
    seconds = 5,
    amount,
    expected = ["200"],
    pid,
  }: {
    connections?: number;
    seconds?: number;
    /** So many requests instead of so many seconds. */
    amount?: number;
    expected?: readonly string[];
    pid?: number;
  } = {},
): Promise<Load> {
  const before = await processorTime(pid);
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: steps.map(({ request, answered }) => ({
      setupRequest: (sent: autocannon.Request, context: object) => ({
        ...sent,
        ...request(context as Context),
      }),
      ...(answered && {
        onResponse: (status: number, body: string, context: object, headers: object = {}) =>
          answered(context as Context, { status, body, headers: headers as Record<string, string> }),
      }),
    })),
  });
  const spent = (await processorTime(pid)) - before;
  await quiet();
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  );
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const wrong = Object.keys(statuses).filter((status) => !expected.includes(status));
  if (answers === 0 || wrong.length > 0)
    throw new Error(`${url}${steps[0]?.request({}).path}: ${JSON.stringify(statuses)}`);
  return {
    rate: answers / result.duration,
    slow: result.latency.p97_5,
    statuses,
    lost: result.errors + result.timeouts,
    cost: spent / answers,
  };
}

/** So many answers of a kind until V8 has compiled what gives them; the first few hundred cost four times as much. */
export const untilWarm = { views: 15_000, signIns: 4000 };

/** Milliseconds of processor time that a process has taken so far, in all its threads; 0 where none is given. */
export async function processorTime(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const [, processor = ""] = /\) (.*)/s.exec(await readFile(`/proc/${pid}/stat`, "utf8")) ?? [];
  // The 14th and 15th field, in hundredths of a second; the first two are cut off.
  const [user = 0, system = 0] = processor.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}
