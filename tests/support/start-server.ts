import { runInProcesses } from "../../src/server/process/processes.ts";
import { readBuilt } from "../../src/server/read-built.ts";

// Started as a process of its own by tests: the real server over the data files of a folder, in one process or in several.
await runInProcesses(async () => {
  const [{ run }, { stubRenderer }, built] = await Promise.all([
    import("../../src/server/process/run.ts"),
    import("./stub-renderer.ts"),
    readBuilt(),
  ]);
  await run({ root: process.argv[2], renderer: async () => stubRenderer, built });
});
