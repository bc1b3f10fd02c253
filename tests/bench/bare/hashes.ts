import { hashRaw } from "@node-rs/argon2";

// Says how many passwords are hashed in a second, as the product hashes them, by a process that does nothing else.
const [atOnce = 8, seconds = 5] = process.argv.slice(2).map(Number);
const salt = Buffer.alloc(16, 7);
const ends = performance.now() + seconds * 1000;
let done = 0;

async function hashOn(): Promise<void> {
  while (performance.now() < ends) {
    await hashRaw("correct horse battery staple", {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      salt,
      outputLen: 32,
    });
    done += 1;
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: atOnce }, hashOn));
process.send?.((done * 1000) / (performance.now() - begun));

// Whoever asked is gone.
process.once("disconnect", () => process.exit());
