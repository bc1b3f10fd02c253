import { Counter, collectDefaultMetrics, Gauge } from "@prometheus-io/client";
import { version } from "../operations/operations.ts";
import type { Services } from "../services.ts";
import { waitingMessages } from "../store/messages.ts";

/** Adds the figures that are looked at when somebody asks for them, those of the process itself among them. */
export function lookAtServices({
  metrics: { registry },
  hasher,
  store,
  operations,
  now,
}: Pick<Services, "metrics" | "hasher" | "store" | "now"> & {
  operations: Pick<Services["operations"], "counts">;
}): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "vestibule_build_info",
    help: "1, with the version of the service",
    labelNames: ["version"],
    aggregator: "first",
    registers,
  }).set({ version }, 1);
  gauge(
    "vestibule_clock_seconds",
    "What time it is by the clock of this machine, in seconds since 1970",
    () => now() / 1000,
    "max",
  );
  gauge("vestibule_password_hashes_running", "Passwords that are being hashed", () => hasher.load().running);
  gauge(
    "vestibule_password_hashes_waiting",
    "Passwords that wait to be hashed; answers wait as long",
    () => hasher.load().waiting,
  );
  new Counter({
    name: "vestibule_password_hashes_refused_total",
    help: "Passwords that could not wait, or waited too long: 503",
    registers,
    collect() {
      this.reset();
      this.inc(hasher.load().refused);
    },
  });

  // Before whatever asks the database, which would count itself.
  const { connections } = store;
  if (connections !== undefined) {
    gauge(
      "vestibule_database_connections_in_use",
      "Connections to PostgreSQL that work",
      () => connections().inUse,
    );
    gauge(
      "vestibule_database_connections_idle",
      "Connections to PostgreSQL that wait for work",
      () => connections().idle,
    );
    gauge(
      "vestibule_database_connections_waiting",
      "Pieces of work that wait for a connection",
      () => connections().waiting,
    );
  }

  // Asked once for the three figures that follow from it; every process is told the same.
  const messages = sharedWhileAsked(() => waitingMessages(store.db, now()).catch(() => undefined));
  gauge(
    "vestibule_database_up",
    "1: the database answers and takes what is written; 0: it does not, and nobody can sign in",
    async () => {
      try {
        await store.ping();
        // What would be written some seconds later.
        await operations.counts.write();
        return 1;
      } catch {
        return 0;
      }
    },
    "min",
  );
  gauge(
    "vestibule_messages_waiting",
    "Messages in line, over all processes",
    async () => (await messages())?.waiting,
    "max",
  );
  gauge(
    "vestibule_messages_oldest_age_seconds",
    "How long the oldest message in line has waited, but for recipients who alone cannot be reached",
    async () => {
      const found = await messages();
      return found && (found.oldestAt === null ? 0 : Math.max(0, (now() - found.oldestAt) / 1000));
    },
    "max",
  );
  /** A figure that is left out where it is not known. */
  function gauge(
    name: string,
    help: string,
    look: () => number | undefined | Promise<number | undefined>,
    aggregator: "sum" | "min" | "max" = "sum",
  ): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      async collect() {
        const value = await look();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}

function sharedWhileAsked<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
