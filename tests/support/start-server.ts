import { run } from "../../src/server/main.ts";
import { stubRenderer } from "./stub-renderer.ts";

// Started as a process of its own by tests: the real server over the data files of a folder.
await run({ root: process.argv[2], renderer: async () => stubRenderer });
