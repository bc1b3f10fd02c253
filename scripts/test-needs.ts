import pg from "pg";
import { findChromium } from "../tests/support/chromium.ts";
import { postgresUrl } from "../tests/support/postgres-url.ts";

/** What some tests need of the machine. */
export type Need = "postgres" | "chromium";

const probes: Record<Need, () => Promise<string | undefined>> = {
  postgres: missPostgres,
  chromium: missChromium,
};

/** The needs that `VESTIBULE_TEST_REQUIRES` names: without them the run fails instead of leaving tests out. */
export function requiredNeeds(): Need[] {
  return (process.env.VESTIBULE_TEST_REQUIRES ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => {
      if (name === "postgres" || name === "chromium") return name;
      throw new Error(`VESTIBULE_TEST_REQUIRES names "${name}"; it takes postgres and chromium.`);
    });
}

/** A sentence for each need that this machine does not meet. */
export async function missingNeeds(needs: readonly Need[]): Promise<Map<Need, string>> {
  const missing = new Map<Need, string>();
  for (const need of needs) {
    const sentence = await probes[need]();
    if (sentence !== undefined) missing.set(need, sentence);
  }
  return missing;
}

async function missPostgres(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch {
    return `no PostgreSQL answers at ${client.host}:${client.port}; set TEST_POSTGRES_URL`;
  }
}

async function missChromium(): Promise<string | undefined> {
  try {
    findChromium();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
