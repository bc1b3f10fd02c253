import type { CallContext } from "../call.ts";
import { type AccountEvent, tellEvents, writeEvents } from "../record-event.ts";
import type { Db } from "../store/tables.ts";

/**
 * What a right guess leaves to write: in the transaction of what it leads to, by its two parts, or by itself, at the latest
 * when it has led there.
 */
export class Settlement {
  readonly #context: CallContext;
  readonly #events: AccountEvent[] = [];
  readonly #forgive: (db: Db) => Promise<void>;
  #isOpen = true;

  constructor(context: CallContext, forgive: (db: Db) => Promise<void>) {
    this.#context = context;
    this.#forgive = forgive;
  }

  /** Adds what is to be written down. */
  record(event: AccountEvent): void {
    this.#events.push(event);
  }

  /**
   * The part that belongs into the transaction, at its end: many wait for the row of an address while it is held. `more` is
   * what happened there besides.
   */
  async write(transaction: Db, more: readonly AccountEvent[] = []): Promise<void> {
    await writeEvents(this.#context, [...this.#events, ...more], transaction);
    await this.#forgive(transaction);
  }

  /** The part that follows that transaction. */
  tell(more: readonly AccountEvent[] = []): void {
    this.#isOpen = false;
    tellEvents(this.#context, [...this.#events, ...more]);
  }

  /** Both parts by themselves, unless that has been done. */
  async settle(): Promise<void> {
    if (!this.#isOpen) return;
    await this.write(this.#context.services.store.db);
    this.tell();
  }
}
