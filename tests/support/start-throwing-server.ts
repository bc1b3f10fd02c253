import { run } from "../../src/server/process/run.ts";
import { stubRenderer } from "./stub-renderer.ts";

// The real server, whose pages of one language leave an error behind that no request waits for.
await run({
  root: process.argv[2],
  renderer: async () => ({
    ...stubRenderer,
    render: async (state, nonce) => {
      if (state.language === "de") setImmediate(() => Promise.reject(new Error("nobody waits for this")));
      return stubRenderer.render(state, nonce);
    },
  }),
});
