import { describe, expect, it } from "vitest";
import type { Db } from "../../src/server/store/tables.ts";
import { type RoleId, roles } from "../../src/shared/roles.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";
import { whileHeld } from "../support/while-held.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const signedIn = async (count: number, query: Record<string, string> = {}) => {
    const browser = server().browser();
    const user = await server().addUser();
    const customers = await server().addCustomers(user, count);
    const answer = await browser.signIn(user.username, testPassword, query);
    return { browser, user, customers, answer };
  };

  describe("choosing a customer", () => {
    it("is not asked of somebody with one", async () => {
      const { browser, customers, answer } = await signedIn(1);
      expect(answer.status).toBe(209);
      expect((await browser.call("User")).json.customer).toMatchObject({ id: customers[0]?.id });
      const view = await browser.call("SelectCustomerView");
      expect(view.status).toBe(209);
      expect(view.json).toEqual({ redirect: "/" });
    });

    it("is not asked of somebody with none", async () => {
      const { browser, answer } = await signedIn(0);
      expect(answer.status).toBe(209);
      expect((await browser.call("SelectCustomerView")).json).toMatchObject({ required: false, total: 0 });
    });

    it("is told to be possible where there is more than one, before and after it", async () => {
      const choiceOf = async (browser: TestClient) => (await browser.call("User")).json.hasCustomerChoice;
      for (const count of [0, 1]) expect(await choiceOf((await signedIn(count)).browser)).toBe(false);
      const { browser, customers } = await signedIn(2);
      expect(await choiceOf(browser)).toBe(true);
      await browser.call("SelectCustomer", { customerId: customers[0]?.id });
      expect(await choiceOf(browser)).toBe(true);
      expect(await choiceOf(server().browser())).toBe(false);
    });

    it("is told of the person who is signed in, while another proves to be there", async () => {
      const { browser } = await signedIn(0);
      const other = await server().addUser({ mustChangePassword: true });
      await server().addCustomers(other, 2);
      await browser.signIn(other.username, testPassword);
      const { userId, pending, hasCustomerChoice } = (await browser.call("User")).json;
      expect(userId).not.toBe(other.id);
      expect([pending, hasCustomerChoice]).toEqual(["passwordExpired", false]);
    });

    it("is owed by somebody with several, who is signed in already", async () => {
      const { browser, customers, answer } = await signedIn(3);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ outcome: "customerChoiceRequired", state: expect.any(String) });
      expect((await browser.call("User")).json).toMatchObject({
        isAuthenticated: true,
        customer: null,
        pending: "customerChoiceRequired",
      });
      expect((await browser.call("SelectCustomerView")).json).toEqual({
        required: true,
        total: 3,
        current: null,
        requested: null,
        recent: [],
      });
      expect((await browser.call("Next")).json).toEqual({ outcome: "customerChoiceRequired" });

      const chosen = await browser.call("SelectCustomer", { customerId: customers[1]?.id });
      expect(chosen.status).toBe(209);
      expect(chosen.json).toEqual({ redirect: "/" });
      expect((await browser.call("User")).json).toMatchObject({
        customer: { id: customers[1]?.id, lastUsedAt: expect.any(Number) },
        pending: null,
      });
      expect((await browser.call("SelectCustomerView")).json).toMatchObject({
        required: false,
        current: { id: customers[1]?.id },
        recent: [{ id: customers[1]?.id }],
      });
    });

    it("is refused for a customer of somebody else, and changes nothing", async () => {
      const { browser } = await signedIn(2);
      const { customers } = await signedIn(2);
      for (const customerId of [customers[0]?.id, "nothing"]) {
        const answer = await browser.call("SelectCustomer", { customerId });
        expect(answer.status).toBe(403);
        expect(answer.json.errors).toEqual({ "": ["You do not have access to this customer."] });
      }
      expect((await browser.call("User")).json.customer).toBeNull();
    });

    if (database.kind === "postgres")
      it("comes to nothing where the session ends at the very moment", async () => {
        const { browser, user, customers } = await signedIn(2);
        const end = (transaction: Db) =>
          transaction.deleteFrom("sessions").where("user_id", "=", user.id).execute();
        const choose = () => browser.call("SelectCustomer", { customerId: customers[0]?.id });
        expect((await whileHeld(database, end, choose)).json).toMatchObject({
          status: 400,
          title: expect.stringContaining("timed out"),
        });
        const events = database.store().db.selectFrom("audit").select("event").where("user_id", "=", user.id);
        expect(await events.where("event", "=", "customer.chosen").execute()).toEqual([]);
      });

    it("is done by the application that asks for one of them", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const [, second] = await server().addCustomers(user, 3);
      const returnUrl = await server().addRequest({ acr_values: `tenant:${second?.id}` });
      const answer = await browser.signIn(user.username, testPassword, { returnUrl });
      expect(answer.json.redirect).toBe(returnUrl);
      expect((await browser.call("User")).json.customer.id).toBe(second?.id);
    });

    it("is owed where the application asks for somebody else's", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      await server().addCustomers(user, 2);
      const returnUrl = await server().addRequest({ acr_values: "tenant:somebody-elses" });
      const answer = await browser.signIn(user.username, testPassword, { returnUrl });
      expect(answer.json.outcome).toBe("customerChoiceRequired");
      const view = await browser.call("SelectCustomerView", undefined, { returnUrl, cid: "somebody-elses" });
      expect(view.json.requested).toBeNull();
    });

    it("leads past the list whoever came to it by its own address", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const [customer] = await server().addCustomers(user, 2);
      const returnUrl = "/account/select?cid=x&returnUrl=%2Faccount%2Fregisterdevice";
      await browser.signIn(user.username, testPassword, { returnUrl });
      const chosen = await browser.call("SelectCustomer", { customerId: customer?.id }, { returnUrl });
      expect(chosen.json.redirect).toBe("/account/registerdevice");
    });

    it("marks the customer that its address named before a sign-in came between, and none that another's names", async () => {
      const { browser, customers } = await signedIn(3);
      const [, second, third] = customers;
      const returnUrl = `/account/select?cid=${second?.id}`;
      const requested = async (query: Record<string, string>) =>
        (await browser.call("SelectCustomerView", undefined, query)).json.requested?.id;
      expect(await requested({ returnUrl })).toBe(second?.id);
      expect(await requested({ returnUrl, cid: third?.id ?? "" })).toBe(third?.id);
      expect(await requested({ returnUrl: `/devops?cid=${second?.id}` })).toBeUndefined();
    });

    it("needs a session", async () => {
      const browser = server().browser();
      expect((await browser.call("SelectCustomer", { customerId: "1" })).status).toBe(401);
      expect((await browser.call("SelectCustomerView")).status).toBe(401);
      expect((await browser.call("Customers")).status).toBe(401);
    });
  });

  describe("the list", () => {
    it("has five on a page unless told otherwise, finds by part of the name, and ends", async () => {
      const { browser, user } = await signedIn(12);
      const first = (await browser.call("Customers")).json;
      expect(first).toMatchObject({ page: 1, size: 5, total: 12, totalIsExact: true, filter: "" });
      expect(first.items).toHaveLength(5);
      const last = (await browser.call("Customers", undefined, { page: "3", size: "5" })).json;
      expect(last.items).toHaveLength(2);
      expect((await browser.call("Customers", undefined, { page: "4" })).json.items).toEqual([]);
      const found = (await browser.call("Customers", undefined, { filter: "007" })).json;
      expect(found.items.map(({ name }: { name: string }) => name)).toEqual([`${user.id} 007`]);
    });

    it.each([
      [{ page: "0" }, "page"],
      [{ page: "x" }, "page"],
      [{ page: "1.5" }, "page"],
      [{ size: "51" }, "size"],
      [{ filter: "x".repeat(101) }, "filter"],
    ])("refuses what is out of bounds: %j", async (query, field) => {
      const { browser } = await signedIn(1);
      const answer = await browser.call("Customers", undefined, query as Record<string, string>);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    });

    it("takes the first valid value of a repeated parameter and leaves unknown ones out", async () => {
      const { browser } = await signedIn(3);
      const answer = await browser.send("/api/Account/Customers?page=x&page=1&page=2&utm_source=mail&size=2");
      expect(answer.json).toMatchObject({ page: 1, size: 2 });
    });
  });

  describe("the role", () => {
    const ids = Object.keys(roles).map(Number) as RoleId[];
    const vendors: RoleId[] = [3, 4, 5];

    it.each(ids)("%i sees every customer if it is a vendor's, else its own alone", async (role) => {
      const { customers } = await signedIn(2);
      const [theirs] = customers;
      const user = await server().addUser({ roles: [role] });
      const [own] = await server().addCustomers(user, 1);
      const browser = server().browser();
      await browser.signIn(user.username, testPassword);
      const isVendor = vendors.includes(role);
      expect((await browser.call("User")).json).toMatchObject({
        roles: [{ id: role, name: roles[role] }],
        isVendor,
        customer: isVendor ? null : { id: own?.id },
      });
      const { json } = await browser.call("Customers", undefined, { filter: theirs?.name ?? "" });
      expect(json.items.map(({ id }: { id: string }) => id)).toEqual(isVendor ? [theirs?.id] : []);
      const chosen = await browser.call("SelectCustomer", { customerId: theirs?.id });
      expect(chosen.status).toBe(isVendor ? 209 : 403);
    });
  });

  describe("a waiting application", () => {
    it("is told when the person gives up", async () => {
      const browser = server().browser();
      const returnUrl = await server().addRequest();
      const answer = await browser.call("Next", undefined, { returnUrl, button: "cancel" });
      expect(answer.status).toBe(209);
      expect(answer.json.redirect).toBe(`${returnUrl}?cancel`);
    });

    it("gets another person after a switch of accounts, and the session before is dead", async () => {
      const { browser } = await signedIn(1);
      const returnUrl = await server().addRequest();
      const answer = await browser.call("Next", undefined, { returnUrl, button: "switch" });
      expect(answer.json).toEqual({
        redirect: `/account/login?returnUrl=${encodeURIComponent(returnUrl)}`,
        state: expect.any(String),
      });
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });

    it("gets the session that lives already", async () => {
      const { browser } = await signedIn(1);
      const returnUrl = await server().addRequest();
      expect((await browser.call("Next", undefined, { returnUrl })).json).toEqual({ redirect: returnUrl });
    });
  });
});
