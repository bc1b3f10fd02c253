import { provenByBuild } from "../proven-by-build.ts";
import { runInProcesses } from "./processes.ts";
import { keepOldSmall, keepYoungSmall } from "./small-heap.ts";

keepYoungSmall();

/** What `npm start` runs once the build has made two files of it: the server over the data files that the build has proven, and what keeps several. */
await runInProcesses(async () => {
  const [{ run }, proven] = await Promise.all([import("./run.ts"), provenByBuild()]);
  await run({ proven });
  keepOldSmall();
});
