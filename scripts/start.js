// `npm start`.
import { runBuilt } from "./built.js";

await runBuilt("server/start.js");
