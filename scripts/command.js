// `npm run users` and the other commands for operators, by their names (package.json).
import { runBuilt } from "./built.js";

const [name] = process.argv.splice(2, 1);
await runBuilt(`commands/${name}.js`);
