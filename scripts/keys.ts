import { counted } from "../src/config/words.ts";
import { countOldSeals, renewSeals } from "../src/server/operators/renew-keys.ts";
import { misused, OperatorError, onServices, runCommand } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/** `npm run keys -- check|renew`: what another key than VESTIBULE_SECRET_KEY is still needed for; seals it anew. */
const usage = "npm run keys -- check|renew";
const { positionals } = readCommand(usage, { allowPositionals: true, options: {} });

await runCommand(async () => {
  const [command = "", ...more] = positionals;
  const known = ["check", "renew"];
  if (!known.includes(command) || more.length > 0) throw misused(command, known, usage);
  await onServices(async ({ store: { db }, settings: { secretKeys }, now }) => {
    if (command === "renew") {
      const renewed = await renewSeals(db, secretKeys, now());
      console.log(`Sealed by VESTIBULE_SECRET_KEY now: ${counted(renewed, "value")}.`);
    }
    const left = await countOldSeals(db, secretKeys);
    if (left > 0)
      throw new OperatorError(`Another key is needed for ${counted(left, "value")}: npm run keys -- renew`);
    console.log("Nothing that lasts needs another key.");
  });
});
