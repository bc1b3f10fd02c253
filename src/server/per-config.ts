import type { Config } from "../config/read-config.ts";

/** Makes something once per configuration and names, of which the configuration knows a bounded number. */
export function perConfig<Names extends string[], Made>(
  make: (config: Config, ...names: Names) => Made,
): (config: Config, ...names: Names) => Made {
  const cache = new WeakMap<Config, Map<string, { made: Made }>>();
  return (config, ...names) => {
    const known = cache.get(config) ?? new Map<string, { made: Made }>();
    cache.set(config, known);
    const key = names.join();
    const { made } = known.get(key) ?? { made: make(config, ...names) };
    known.set(key, { made });
    return made;
  };
}
