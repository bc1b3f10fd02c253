/** A value that changes, with those who want to hear of it; what `useSyncExternalStore` asks for. */
export interface Observable<Value> {
  get(): Value;
  /** Tells of it where it is another one. */
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
}

export function observable<Value>(first: Value): Observable<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
