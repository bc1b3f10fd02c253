import { randomBytes, randomInt } from "node:crypto";
import { join } from "node:path";
import { personas } from "../../src/server/demo/personas.ts";
import { demoServices, seedPersona } from "../../src/server/demo/seed.ts";

/**
 * Run with the id of a persona: adds a user in the same situation to the running demo, with names, address and number
 * of their own, and prints them as JSON. So no test stands in the way of another.
 */
const [id] = process.argv.slice(2);
const folder = process.env.DEMO_FOLDER;
const persona = personas.find((one) => one.id === id);
if (persona === undefined || folder === undefined) throw new Error(`The demo has no user ${id}`);

const own = randomBytes(5).toString("hex");
const user = {
  ...persona,
  id: `${persona.id}-${own}`,
  username: `${persona.username}.${own}`,
  email: `${own}.${persona.email}`,
  ...(persona.phone === undefined ? {} : { phone: `+1555${randomInt(1_000_000, 9_999_999)}` }),
  ...(persona.credential === undefined
    ? {}
    : {
        credential: {
          ...persona.credential,
          id: randomBytes(24).toString("base64url"),
          handle: randomBytes(24).toString("base64url"),
        },
      }),
};
const services = await demoServices({ VESTIBULE_DATABASE_FILE: join(folder, "vestibule.sqlite") });
await seedPersona(services, user);
await services.store.close();
console.log(JSON.stringify(user));
