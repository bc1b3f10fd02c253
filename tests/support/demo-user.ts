import { randomBytes, randomInt } from "node:crypto";
import { type Persona, personas } from "../../src/server/demo/personas.ts";
import { seedPersona } from "../../src/server/demo/seed.ts";
import type { Services } from "../../src/server/services.ts";

/**
 * Adds a user in the situation of a persona to the running demo, with names, address, number, devices and provider's
 * identity of their own. So no test stands in the way of another, nor of itself when it is repeated.
 */
export async function addDemoUser(services: Services, situation: string): Promise<Persona> {
  const persona = personas.find(({ id }) => id === situation);
  if (persona === undefined) {
    const known = personas.map(({ id, username }) => `${id} (${username})`).join(", ");
    throw new Error(`The demo has no situation "${situation}". It has ${known}.`);
  }
  const own = randomBytes(5).toString("hex");
  const { id, username, email, phone, credential, externalLogin } = persona;
  const user: Persona = {
    ...persona,
    id: `${id}-${own}`,
    username: `${username}.${own}`,
    email: email.replace("@", `.${own}@`),
    ...(phone && { phone: `+1555${randomInt(10_000, 99_999)}${phone.slice(-2)}` }),
    ...(credential && { credential: { ...credential, id: randomId(), handle: randomId() } }),
    ...(externalLogin && { externalLogin: { ...externalLogin, subject: `${externalLogin.subject}.${own}` } }),
  };
  await seedPersona(services, user);
  return user;
}

const randomId = () => randomBytes(24).toString("base64url");
