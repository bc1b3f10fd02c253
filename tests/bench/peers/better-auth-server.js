import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { hash, verify } from "@node-rs/argon2";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";

// A server by better-auth, over a file of SQLite that is kept as ours is, with passwords that are hashed as ours are, by the
// library that we have.
const [file = "", password = "", people = "1"] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
const server = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const auth = betterAuth({
  baseURL: origin,
  secret: "kept for a benchmark alone, and for nothing else",
  database,
  telemetry: { enabled: false },
  // It counts by address, and all come from one.
  rateLimit: { enabled: false },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (text) => hash(text, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      verify: ({ hash: known, password: typed }) => verify(known, typed),
    },
  },
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
for (let index = 0; index < Number(people); index += 1)
  await auth.api.signUpEmail({
    body: { name: `Person ${index}`, email: `person${index}@bench.example`, password },
  });
server.on("request", toNodeHandler(auth));
process.send?.(origin);

// Whoever asked is gone.
process.once("disconnect", () => process.exit());
