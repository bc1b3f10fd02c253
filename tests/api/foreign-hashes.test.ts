import { describe, expect, it } from "vitest";
import { findUser, insertUser } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";

const password = "josé at dawn";
const foreign = {
  bcrypt: "$2b$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
  PBKDF2: "$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U",
  scrypt: "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA",
};

onEachDatabase((database) => {
  const server = suiteServer(database);

  async function addUser(passwordPhc: string) {
    const username = `foreign-${crypto.randomUUID()}`;
    return insertUser(database.store().db, { username, displayName: "Robin", passwordPhc }, Date.now());
  }
  const hashOf = async (id: string) => (await findUser(database.store().db, id))?.passwordPhc;

  describe.each(Object.entries(foreign))("a password that another system hashed by %s", (_name, phc) => {
    it("signs in, twice at once too, and is hashed as of today from then on", async () => {
      const { id, username } = await addUser(phc);
      const answers = await Promise.all(
        [server().browser(), server().browser()].map((browser) => browser.signIn(username, password)),
      );
      expect(answers.map(({ status }) => status)).toEqual([209, 209]);
      const upgraded = await hashOf(id);
      expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
      expect((await server().browser().signIn(username, password)).status).toBe(209);
      expect(await hashOf(id)).toBe(upgraded);
    });

    it("is refused as any other where it is wrong, and its hash stays", async () => {
      const { id, username } = await addUser(phc);
      const wrong = await server().browser().call("Login", { username, password: "not it" });
      const nobody = await server().browser().call("Login", { username: "nobody", password: "not it" });
      expect([wrong.status, wrong.json.errors]).toEqual([nobody.status, nobody.json.errors]);
      expect(await hashOf(id)).toBe(phc);
    });
  });

  it("a password that another system hashed as it was typed signs in as it was typed, and in any composition from then on", async () => {
    // Of "josé" in five letters, as some keyboards give it.
    const { id, username } = await addUser(
      "$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$cSR1H6XWvlXzM4u8xjtTJw1O9S5UO1nKImY06dZ2574",
    );
    for (const form of ["NFD", "NFC"])
      expect((await server().browser().signIn(username, password.normalize(form))).status).toBe(209);
    expect(await hashOf(id)).toMatch(/^\$argon2id\$/);
  });
});
