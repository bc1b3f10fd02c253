import { expect, it } from "vitest";
import { writeAudits } from "../../src/server/store/audit.ts";
import { day } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { pageStateOf } from "../support/native-form.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  it("one's own sign-ins are told newest first: when, how, with which browser and from which network", async () => {
    const person = await addPersonWith(server(), ["authenticator"]);
    const [browser, other] = [server().browser(), server().browser()];
    browser.address = "198.51.100.7";
    const headers = { "user-agent": firefox };
    const { username } = person.user;
    await browser.call("Login", { username, password: testPassword }, {}, headers);
    const code = appCode(server());
    await browser.call("LoginWith2FA", { method: "authenticator", code }, {}, headers);
    const stranger = await server().addUser();
    await other.signIn(stranger.username, testPassword);
    const { json } = await browser.call("SignIns");
    expect(json).toEqual({
      items: [
        {
          at: expect.any(Number),
          way: "password",
          provider: null,
          secondStep: true,
          browser: "Firefox",
          system: "Linux",
          address: "198.51.100.•••",
        },
      ],
      page: 1,
      size: 3,
      total: 1,
      refused: 0,
    });
    expect(Math.abs(json.items[0].at - server().clock.now())).toBeLessThan(day);
    const page = pageStateOf(await browser.send("/", { headers: { accept: "text/html" } }));
    expect(page?.list).toEqual(json);
  });

  it("are told in pages, and with how many were refused in the last thirty days", async () => {
    const browser = server().browser();
    const user = await server().addUser();
    await browser.signIn(user.username, testPassword);
    const { db } = database.store();
    const write = (event: string, ago: number, detail = {}) =>
      writeAudits(db, [{ event, userId: user.id, address: "2001:db8:1:2::3", detail }], Date.now() - ago);
    await write("signIn.completed", day, { methods: ["hwk", "mfa"] });
    await write("signIn.completed", 2 * day, { methods: ["otp"] });
    await write("signIn.completed", 3 * day, { methods: ["fed"], vendorId: "gone" });
    for (const ago of [1, 29 * day, 31 * day]) await write("signIn.failed", ago);
    const first = (await browser.call("SignIns", undefined, { size: "2" })).json;
    const second = (await browser.call("SignIns", undefined, { size: "2", page: "2" })).json;
    expect([first.total, first.refused]).toEqual([4, 2]);
    const items = [...first.items, ...second.items];
    expect(items.map(({ way }) => way)).toEqual(["password", "device", "token", "provider"]);
    expect(items[1]).toMatchObject({ secondStep: false, browser: null, address: "2001:db8:1:•••" });
    expect(items[3]).toMatchObject({ provider: null });
  });

  it("do not tell as refused what somebody signed in mistypes as the current password, or gives again because an answer was lost", async () => {
    const browser = server().browser();
    const user = await server().addUser();
    await browser.signIn(user.username, testPassword);
    const newPassword = "seven slow boats upstream";
    const change = (currentPassword: string) =>
      browser.call("ChangePassword", { currentPassword, newPassword, confirmPassword: newPassword });
    for (const [current, status] of [
      ["wrong", 400],
      [testPassword, 200],
      ["wrong again", 200],
      [testPassword, 200],
    ] as const)
      expect([current, (await change(current)).status]).toEqual([current, status]);
    expect((await browser.call("SignIns")).json).toMatchObject({ total: 1, refused: 0 });
  });

  it("a visitor, and somebody half-way in, is told nothing of anybody", async () => {
    const person = await addPersonWith(server(), ["authenticator"]);
    await giveCode(server().browser(), "authenticator", "000000");
    const browser = server().browser();
    await givePassword(browser, person);
    for (const one of [browser, server().browser()])
      expect((await one.call("SignIns")).json).toMatchObject({ items: [], total: 0, refused: 0 });
  });
});
