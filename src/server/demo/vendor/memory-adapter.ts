import type { Adapter, AdapterPayload } from "oidc-provider";
import { Recent } from "../application/sessions.ts";

/** Records of one kind in memory, bounded: enough for a demo, and gone when it ends. */
export class MemoryAdapter implements Adapter {
  readonly #records = new Recent<AdapterPayload & { endsAt: number }>(1000);

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<undefined> {
    this.#records.set(id, { ...payload, endsAt: Date.now() + expiresIn * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = this.#records.get(id);
    return record !== undefined && record.endsAt > Date.now() ? record : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#records.find((record) => record.uid === uid);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<undefined> {
    const record = this.#records.get(id);
    if (record !== undefined) this.#records.set(id, { ...record, consumed: Math.floor(Date.now() / 1000) });
  }

  async destroy(id: string): Promise<undefined> {
    this.#records.take(id);
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    this.#records.deleteWhere((record) => record.grantId === grantId);
  }
}
