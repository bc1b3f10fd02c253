import { readBuilt } from "../read-built.ts";
import { runInProcesses } from "./processes.ts";
import { keepOldSmall, keepYoungSmall } from "./small-heap.ts";

keepYoungSmall();

/** What `npm start` runs once the build has made two files of it: the server over the data files that the build has proven, and what keeps several. */
await runInProcesses(async () => {
  const [{ run }, built] = await Promise.all([import("./run.ts"), readBuilt()]);
  await run({ built });
  keepOldSmall();
});
