import { pickByName } from "./pick-by-name.ts";

type Values = Record<string, unknown>;

/** Names that a call takes; `body` is null where it has none. */
export interface CallNames {
  query: readonly string[];
  body: readonly string[] | null;
}

/**
 * Sorts what a call is given. `given` is what the configuration says (`with`): a parameter of the query where the
 * contract has one of that name, else a property of the body. Of `form` the body gets what it knows, then the query;
 * the rest is left out. The same for the client and for a native post.
 */
export function callInput(
  { query, body }: CallNames,
  form: Values,
  given: Values,
): { query: Values; body?: Values } {
  const inQuery = (name: string) => query.includes(name);
  const inBody = (name: string) => body?.includes(name) === true;
  const asked = {
    ...pickByName(form, (name) => inQuery(name) && !inBody(name)),
    ...pickByName(given, inQuery),
  };
  if (body === null) return { query: asked };
  return {
    query: asked,
    body: { ...pickByName(form, inBody), ...pickByName(given, (name) => !inQuery(name)) },
  };
}
