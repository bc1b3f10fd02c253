/** Something of one kind that is kept with requests, or with whatever else lives as briefly. */
export interface KeptWith<Owner extends object, Kept> {
  get(owner: Owner): Kept | undefined;
  set(owner: Owner, kept: Kept): void;
}

/**
 * Keeps something with a request until that is gone. On the request itself, where nobody else finds it, and not in a
 * WeakMap: what is kept mostly leads back to its request, and small collections take whatever a WeakMap leads to as
 * alive, so that every request of the past would wait for a large one.
 */
export function keptWith<Owner extends object, Kept>(): KeptWith<Owner, Kept> {
  const key = Symbol("kept");
  type Bearer = Owner & { [key]?: Kept };
  return {
    get: (owner: Bearer) => owner[key],
    set: (owner: Bearer, kept) => {
      owner[key] = kept;
    },
  };
}
