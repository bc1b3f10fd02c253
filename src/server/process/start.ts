import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import { runInProcesses } from "./processes.ts";
import { keepOldSmall, keepYoungSmall } from "./small-heap.ts";

keepYoungSmall();

/** What `npm start` runs once the build has made two files of it: the server over the data files that the build has proven, and what keeps several. */
await runInProcesses(async () => {
  const [{ run }, build] = await Promise.all([
    import("./run.ts"),
    readFile(join(projectRoot, "build/build.json"), "utf8"),
  ]);
  const { proven } = JSON.parse(build);
  await run({ proven });
  keepOldSmall();
});
