import { run } from "../../src/server/process/run.ts";
import { stubRenderer } from "./stub-renderer.ts";

/** How many errors that no request waits for a page leaves behind, by its language. */
const left: Partial<Record<string, number>> = { de: 1, es: 4 };

// The real server, whose pages of two languages leave such errors behind.
await run({
  root: process.argv[2],
  renderer: async () => ({
    ...stubRenderer,
    render: async (state, nonce) => {
      for (let error = 0; error < (left[state.language] ?? 0); error += 1)
        setImmediate(() => Promise.reject(new Error("nobody waits for this")));
      return stubRenderer.render(state, nonce);
    },
  }),
});
