import { beforeAll, describe, expect, it } from "vitest";
import { customerCount } from "../../src/server/demo/generated-customers.ts";
import { namedCustomers, personas } from "../../src/server/demo/personas.ts";
import { seed } from "../../src/server/demo/seed.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);
  beforeAll(async () => {
    const { services } = server();
    await seed(services);
    await seed(services);
  });

  const signIn = async (id: string) => {
    const persona = personas.find((each) => each.id === id);
    if (persona === undefined) throw new Error(`no persona ${id}`);
    const browser = server().browser();
    return { browser, answer: await browser.signIn(persona.username, persona.password) };
  };

  it.each(["plain", "one-customer", "german"])("lets the persona %s in", async (id) => {
    const { browser, answer } = await signIn(id);
    expect(answer.status).toBe(209);
    expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: true, pending: null });
  });

  it("lets the persona with several customers choose between all of them", async () => {
    const { browser, answer } = await signIn("several-customers");
    expect(answer.json.outcome).toBe("customerChoiceRequired");
    const { json } = await browser.call("Customers", undefined, { size: "10" });
    expect(json.items.map(({ name }: { name: string }) => name).sort()).toEqual(
      namedCustomers.map(({ name }) => name).sort(),
    );
  });

  it.each(["vendor-support", "vendor-operations"])(
    "lets %s search among more than 5,000 customers",
    async (id) => {
      const { browser } = await signIn(id);
      const all = await browser.call("Customers");
      expect(all.json.total).toBe(customerCount + namedCustomers.length);
      expect(customerCount).toBeGreaterThanOrEqual(5000);
      const found = await browser.call("Customers", undefined, { filter: "muller" });
      expect(found.json.items.map(({ name }: { name: string }) => name)).toContain("Müller & Söhne GmbH");
    },
  );

  it("refuses the disabled persona like a wrong password and lets the locked one wait", async () => {
    expect((await signIn("disabled")).answer.status).toBe(400);
    const { answer } = await signIn("locked");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3600);
  });
});

describe("The personas", () => {
  it("have names and passwords of their own, long enough", () => {
    expect(new Set(personas.map(({ username }) => username)).size).toBe(personas.length);
    for (const { password } of personas) expect([...password].length).toBeGreaterThanOrEqual(15);
  });
});
