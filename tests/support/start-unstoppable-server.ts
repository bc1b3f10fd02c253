import { run } from "../../src/server/process/run.ts";
import { stubRenderer } from "./stub-renderer.ts";

// The real server, of which a part cannot be closed.
await run({
  root: process.argv[2],
  renderer: async () => ({
    ...stubRenderer,
    mount: async (app) => {
      app.addHook("onClose", () => Promise.reject(new Error("something does not close")));
    },
  }),
});
