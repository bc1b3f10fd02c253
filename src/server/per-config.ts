import type { Config } from "../config/read-config.ts";

/** Makes something once per configuration and names, of which the configuration knows a bounded number. */
export function perConfig<Names extends string[], Made>(
  make: (config: Config, ...names: Names) => Made,
): (config: Config, ...names: Names) => Made {
  const cache = new WeakMap<Config, Kept<Made>>();
  return (config, ...names) => {
    let kept: Kept<Made> = cache.get(config) ?? { further: new Map() };
    cache.set(config, kept);
    // A map for each name: a joined text would have to be hashed each time.
    for (const name of names) {
      const next: Kept<Made> = kept.further.get(name) ?? { further: new Map() };
      kept.further.set(name, next);
      kept = next;
    }
    kept.it ??= { made: make(config, ...names) };
    return kept.it.made;
  };
}

interface Kept<Made> {
  it?: { made: Made };
  /** By the next name. */
  further: Map<string, Kept<Made>>;
}
