import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import { createCaptchaGate } from "../state/captcha.ts";
import { tokenReceived } from "../state/session.ts";
import { createStore, type Store } from "../state/store.ts";
import type { CallFailure } from "./call-failure.ts";
import { endpoints } from "./endpoints.ts";
import type { Surroundings } from "./surroundings.ts";

interface Received {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: string;
}

type Reply = {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  statusText?: string;
  /** How far it comes on a line that is open but dead; undefined: to its end. */
  stopsAt?: "start" | "body";
  /** The line breaks instead. */
  breaks?: true;
};

let server: Server;
let origin: string;
let received: Received[];
let replies: Record<string, Reply[]>;
let address: string;
let moves: string[];
let changes: string[];
let store: Store;
let cookie: string | undefined;
/** Counts the screens that have come; one more comes while each of these calls is under way. */
let visit: number;
let leftDuring: string[];
let around: Surroundings;

const problem = (status: number, body: object = {}): Reply => ({ status, body: { status, ...body } });
const broken: Reply = { status: 0, breaks: true };
const secret = { username: "anna", password: "x" };

beforeEach(async () => {
  received = [];
  replies = {};
  moves = [];
  changes = [];
  address = "/account/login?returnUrl=%2Fconnect%2Fauthorize%2F1";
  cookie = undefined;
  visit = 0;
  leftDuring = [];
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  around = {
    origin,
    address: () => address,
    go: (path) => moves.push(`go ${path}`),
    leave: (url) => moves.push(`leave ${url}`),
    isScreen: (path) => ["/", "/account/login", "/account/select", "/error/access-denied"].includes(path),
    wayBack: () => "/way/back",
    cookieToken: () => cookie,
    captcha: createCaptchaGate(() => store.dispatch),
    identityChanged: (call) => changes.push(call),
    visit: () => visit,
  };
  store = createStore(around);
  store.dispatch(tokenReceived("first-token"));
});

afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const piece of request) body += piece;
  const url = new URL(request.url ?? "", origin);
  received.push({ method: request.method ?? "", url, headers: request.headers, body });
  const call = url.pathname.split("/").at(-1) ?? "";
  if (leftDuring.includes(call)) visit += 1;
  const reply = replies[call]?.shift() ?? { status: 200, body: {} };
  if (reply.stopsAt === "start") return;
  if (reply.breaks) return void response.destroy();
  response.statusCode = reply.status;
  if (reply.statusText !== undefined) response.statusMessage = reply.statusText;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.stopsAt === "body") return void response.write("{");
  response.end(reply.text ?? JSON.stringify(reply.body));
}

const send = async (
  name: keyof typeof endpoints,
  request: object = {},
  options?: object,
): Promise<Result> => {
  const { data, error } = await store.dispatch(endpoints[name].initiate(request, options));
  return { data, error: error as CallFailure | undefined };
};
const login = () => send("Login", { body: secret });
const query = (name: keyof typeof endpoints, request?: object) => send(name, request, { forceRefetch: true });

interface Result {
  data: unknown;
  error: CallFailure | undefined;
}

const problemsOf = ({ error }: Result): ProblemCodes => (error?.kind === "refused" ? error.problems : {});
const codes = (result: Result) =>
  Object.fromEntries(
    Object.entries(problemsOf(result)).map(([field, list]) => [field, list.map(({ code }) => code)]),
  );

describe("what every call carries", () => {
  it("asks for the language that the address of the page asks for, as a mailed link does", async () => {
    await login();
    address = "/account/reset-password?ui_locales=es";
    await login();
    expect(received.map(({ url }) => url.searchParams.get("ui_locales"))).toEqual([null, "es"]);
  });

  it("sends token, media types and the mark of a script, and the return address as a query parameter", async () => {
    await login();
    const [call] = received;
    expect(call?.method).toBe("POST");
    expect(call?.url.pathname).toBe("/api/Account/Login");
    expect(call?.url.searchParams.get("returnUrl")).toBe("/connect/authorize/1");
    expect(call?.headers).toMatchObject({
      "x-xsrf-token": "first-token",
      accept: "application/json, application/problem+json",
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
    });
    expect(JSON.parse(call?.body ?? "")).toEqual(secret);
  });

  it("gets without a token, with the parameters that are given", async () => {
    await query("Customers", { query: { filter: "ä&b", page: 2, size: undefined, sort: null } });
    const [call] = received;
    expect(call?.method).toBe("GET");
    expect(call?.headers["x-xsrf-token"]).toBeUndefined();
    expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({
      filter: "ä&b",
      page: "2",
      returnUrl: "/connect/authorize/1",
    });
  });

  it("takes the token of the cookie where the page brought none, and fetches one where there is no cookie", async () => {
    store.dispatch(tokenReceived(""));
    cookie = "cookie-token";
    await login();
    expect(received.at(-1)?.headers["x-xsrf-token"]).toBe("cookie-token");
    cookie = undefined;
    replies.Token = [{ status: 200, body: { token: "fetched" } }];
    await login();
    expect(received.at(-1)?.headers["x-xsrf-token"]).toBe("fetched");
    expect(store.getState().session.token).toBe("fetched");
  });
});

describe("success", () => {
  it.each([200, 201, 202, 206, 208])("gives the answer of status %i", async (status) => {
    replies.Login = [{ status, body: { outcome: "passwordExpired" } }];
    expect((await login()).data).toEqual({ outcome: "passwordExpired" });
  });

  it("gives nothing for an answer without content", async () => {
    replies.Login = [{ status: 204, text: "" }];
    expect(await login()).toMatchObject({ data: null });
  });

  it("trades the state beside an outcome for the token of the new identity", async () => {
    replies.Login = [{ status: 200, body: { outcome: "customerChoiceRequired", state: "ticket" } }];
    replies.exchange = [{ status: 200, body: { token: "second-token" } }];
    await login();
    expect(received.map(({ url }) => url.pathname)).toEqual(["/api/Account/Login", "/api/account/exchange"]);
    expect(JSON.parse(received[1]?.body ?? "")).toEqual({ state: "ticket" });
    expect(store.getState().session.token).toBe("second-token");
    expect(changes).toEqual(["Login"]);
  });

  it("takes an answer without a state for no change of who is signed in", async () => {
    replies.Login = [{ status: 200, body: { outcome: "twoFactorRequired" } }];
    await login();
    expect(changes).toEqual([]);
  });

  it("gives an answer that is a plain yes or no", async () => {
    replies.VerifyCaptcha = [
      { status: 200, body: true },
      { status: 200, body: false },
    ];
    const verify = () => send("VerifyCaptcha", { body: { version: 1, token: "x" } });
    expect([(await verify()).data, (await verify()).data]).toEqual([true, false]);
  });

  it("fetches a token where the exchange is refused", async () => {
    replies.Login = [{ status: 200, body: { outcome: "deviceOffered", state: "late" } }];
    replies.exchange = [problem(400)];
    replies.Token = [{ status: 200, body: { token: "fetched" } }];
    expect((await login()).data).toMatchObject({ outcome: "deviceOffered" });
    expect(store.getState().session.token).toBe("fetched");
  });

  it.each<[string, Record<string, Reply[]>]>([
    ["exchange", { exchange: [broken] }],
    ["the fetch of a token", { exchange: [problem(400)], Token: [broken] }],
  ])("goes on with what was answered where the line breaks under %s", async (_what, sent) => {
    replies = { ...sent, Login: [{ status: 200, body: { outcome: "deviceOffered", state: "ticket" } }] };
    expect((await login()).data).toMatchObject({ outcome: "deviceOffered" });
    expect(changes).toEqual(["Login"]);
    replies.Login = [
      problem(400, { type: "anti-forgery" }),
      { status: 200, body: { outcome: "passwordExpired" } },
    ];
    replies.Token = [{ status: 200, body: { token: "fetched" } }];
    expect((await login()).data).toEqual({ outcome: "passwordExpired" });
  });
});

describe("209", () => {
  it.each([
    ["/account/select?cid=7", "go /account/select?cid=7"],
    ["/account/login/local?x=1", "leave /account/login/local?x=1"],
    ["/connect/authorize/1", "go /redirect?returnUrl=%2Fconnect%2Fauthorize%2F1"],
    ["https://app.example/callback?code=1", "leave https://app.example/callback?code=1"],
  ])("leads to %s by: %s", async (redirect, move) => {
    replies.Login = [{ status: 209, headers: { redirect }, body: { redirect } }];
    expect((await login()).error).toEqual({ kind: "left" });
    expect(moves).toEqual([move]);
  });

  it("exchanges the state before it goes", async () => {
    replies.Login = [{ status: 209, body: { redirect: "/account/select", state: "ticket" } }];
    replies.exchange = [{ status: 200, body: { token: "second-token" } }];
    await login();
    expect(received.map(({ url }) => url.pathname)).toEqual(["/api/Account/Login", "/api/account/exchange"]);
    expect(store.getState().session.token).toBe("second-token");
    expect(moves).toEqual(["go /account/select"]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x"])("goes nowhere by %s", async (redirect) => {
    replies.Login = [{ status: 209, body: { redirect } }];
    expect((await login()).error?.kind).toBe("refused");
    expect(moves).toEqual([]);
  });
});

describe("400", () => {
  it("gives the codes of fields, their first letter lower-cased", async () => {
    const refused = {
      errors: { Username: ["x"] },
      codes: { Username: [{ code: "validation.required" }], "": [{ code: "problems.signInFailed" }] },
    };
    replies.Login = [problem(400, refused)];
    expect(codes(await login())).toEqual({
      username: ["validation.required"],
      "": ["problems.signInFailed"],
    });
  });

  it("gives the texts as they are where the answer has no codes", async () => {
    replies.Login = [problem(400, { errors: { "": ["Too short."] } })];
    expect(problemsOf(await login())[""]).toEqual([{ code: "", text: "Too short." }]);
  });

  it("takes the text of each code along, for a page that has no text of it", async () => {
    const refused = {
      errors: { "": ["Too late.", "Too early."], Username: ["Taken."] },
      codes: { "": [{ code: "problems.late" }, { code: "problems.early" }], Username: [{ code: "x.y" }] },
    };
    replies.Login = [problem(400, refused)];
    expect(problemsOf(await login())).toEqual({
      "": [
        { code: "problems.late", text: "Too late." },
        { code: "problems.early", text: "Too early." },
      ],
      username: [{ code: "x.y", text: "Taken." }],
    });
  });

  it("goes to sign-in with the expired flag where there is no errors map", async () => {
    address = "/account/select?returnUrl=%2Fconnect%2Fauthorize%2F1";
    replies.SelectCustomerView = [problem(400)];
    expect((await query("SelectCustomerView")).error).toEqual({ kind: "left" });
    expect(moves).toEqual(["go /account/login?returnUrl=%2Fway%2Fback"]);
    expect(store.getState().session.timedOut).toBe(true);
  });

  it("stays on the sign-in page and says so there, so that nothing turns in a circle", async () => {
    replies.Login = [problem(400)];
    expect(codes(await login())).toEqual({ "": ["problems.timeout"] });
    expect(moves).toEqual([]);
  });

  it("fetches a new token and repeats once when the token was refused", async () => {
    replies.Login = [
      problem(400, { type: "anti-forgery" }),
      { status: 200, body: { outcome: "deviceOffered" } },
    ];
    replies.Token = [{ status: 200, body: { token: "renewed" } }];
    expect((await login()).data).toEqual({ outcome: "deviceOffered" });
    expect(received.map(({ url }) => url.pathname.split("/").at(-1))).toEqual(["Login", "Token", "Login"]);
    expect(received.at(-1)?.headers["x-xsrf-token"]).toBe("renewed");
  });

  it("is a time-out when the new token is refused too", async () => {
    address = "/account/select";
    replies.SelectCustomer = [problem(400, { type: "anti-forgery" }), problem(400, { type: "anti-forgery" })];
    const result = send("SelectCustomer", { body: { customerId: "1" } });
    expect((await result).error).toEqual({ kind: "left" });
    expect(moves).toEqual(["go /account/login?returnUrl=%2Fway%2Fback"]);
    expect(received.filter(({ url }) => url.pathname.endsWith("SelectCustomer"))).toHaveLength(2);
  });
});

describe("401 and 403", () => {
  it("goes to the root with the whole address", async () => {
    address = "/account/select?cid=7&returnUrl=%2Fx";
    replies.Customers = [problem(401)];
    expect((await query("Customers")).error).toEqual({ kind: "left" });
    expect(moves).toEqual(["go /?returnUrl=%2Faccount%2Fselect%3Fcid%3D7%26returnUrl%3D%252Fx"]);
  });

  it("goes to access denied with the whole address", async () => {
    address = "/account/select?cid=7";
    replies.Customers = [problem(403)];
    await query("Customers");
    expect(moves).toEqual(["go /error/access-denied?returnUrl=%2Faccount%2Fselect%3Fcid%3D7"]);
  });

  it.each([
    [401, "/?returnUrl=%2Fx", "problems.unauthorized"],
    [403, "/error/access-denied?returnUrl=%2Fx", "problems.forbidden"],
  ])("%i stays on the page that it leads to and says so there: %s", async (status, stands, code) => {
    address = stands;
    replies.Customers = [problem(status)];
    expect(codes(await query("Customers"))).toEqual({ "": [code] });
    expect(moves).toEqual([]);
  });
});

describe("the captcha gate", () => {
  const challenge = problem(403, { type: "captcha-required", version: 2, siteKey: "key" });

  it("shows the challenge, and repeats the call when it is solved", async () => {
    replies.Login = [challenge, { status: 200, body: { outcome: "passwordExpired" } }];
    const result = login();
    await until(() => store.getState().captcha.show);
    expect(store.getState().captcha.challenge).toEqual({ target: "Login", version: 2 });
    around.captcha.succeed();
    expect((await result).data).toEqual({ outcome: "passwordExpired" });
    expect(store.getState().captcha).toEqual({ show: false, challenge: null });
  });

  it("holds further calls of its kind back while a challenge is in progress, and lets others through", async () => {
    replies.Login = [challenge];
    const waiting = login();
    await until(() => store.getState().captcha.show);
    const sent = received.length;
    expect(codes(await login())).toEqual({ "": ["problems.captchaInProgress"] });
    expect(received).toHaveLength(sent);
    expect((await query("User")).error).toBeUndefined();
    around.captcha.cancel();
    expect((await waiting).error).toEqual({ kind: "left" });
  });
});

describe("an answer that comes when another screen has come", () => {
  it.each<[string, Reply]>([
    ["209", { status: 209, body: { redirect: "/account/select" } }],
    ["a time-out", problem(400)],
    ["401", problem(401)],
    ["access denied", problem(403)],
    ["a captcha", problem(403, { type: "captcha-required", version: 2, siteKey: "key" })],
    ["a refusal", problem(400, { errors: {}, codes: { "": [{ code: "problems.timeout" }] } })],
  ])("leads nowhere and says nothing: %s", async (_case, reply) => {
    address = "/account/select";
    leftDuring = ["Login"];
    replies.Login = [reply];
    expect(await login()).toEqual({ data: undefined, error: { kind: "left" } });
    expect(moves).toEqual([]);
    expect(store.getState()).toMatchObject({ captcha: { show: false }, session: { timedOut: false } });
  });

  it.each<[string, Reply, string[]]>([
    ["with 209", { status: 209, body: { redirect: "/devops", state: "ticket" } }, ["Login"]],
    [
      "with 209, left for while it is exchanged",
      { status: 209, body: { redirect: "/devops", state: "ticket" } },
      ["exchange"],
    ],
    ["with an outcome", { status: 200, body: { outcome: "deviceOffered", state: "ticket" } }, ["Login"]],
  ])("%s is exchanged all the same, and who stands there is looked at anew", async (_case, reply, during) => {
    leftDuring = during;
    replies.Login = [reply];
    replies.exchange = [{ status: 200, body: { token: "second-token" } }];
    await login();
    expect(store.getState().session.token).toBe("second-token");
    expect(changes).toEqual(["Login"]);
    expect(moves).toEqual([`go ${address}`]);
  });

  it("is no reason to keep what was refused for its token from being done", async () => {
    leftDuring = ["Login"];
    replies.Login = [
      problem(400, { type: "anti-forgery" }),
      { status: 200, body: { outcome: "passwordExpired" } },
    ];
    replies.Token = [{ status: 200, body: { token: "fetched" } }];
    expect((await login()).data).toEqual({ outcome: "passwordExpired" });
  });
});

describe("a line that is open but dead", () => {
  const dead = { status: 200 };
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

  it.each<[string, Record<string, Reply[]>]>([
    ["before the answer", { Login: [{ ...dead, stopsAt: "start" }] }],
    ["within the answer", { Login: [{ ...dead, stopsAt: "body" }] }],
  ])(
    "%s says after half a minute that there is no connection, and the next press works",
    async (_where, sent) => {
      replies = sent;
      const result = login();
      let isOver = false;
      void result.then(() => {
        isOver = true;
      });
      await until(() => Object.values(replies).flat().length === 0);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(codes(await result)).toEqual({ "": ["problems.offline"] });
      replies.Login = [{ status: 200, body: { outcome: "deviceOffered" } }];
      expect((await login()).data).toEqual({ outcome: "deviceOffered" });
    },
  );

  it("goes on after half a minute with an answer that it keeps from being exchanged", async () => {
    replies.Login = [{ status: 200, body: { outcome: "deviceOffered", state: "x" } }];
    replies.exchange = [{ ...dead, stopsAt: "start" }];
    const result = login();
    await until(() => replies.exchange?.length === 0);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await result).data).toMatchObject({ outcome: "deviceOffered" });
  });

  it.each(["before it is sent", "while it waits"])("holds no call that is given up %s", async (when) => {
    replies.Login = [{ ...dead, stopsAt: "start" }];
    const running = store.dispatch(endpoints.Login.initiate({ body: secret }));
    if (when === "while it waits") await until(() => received.length === 1);
    running.abort();
    expect((await running).error).toMatchObject({ name: "AbortError" });
    await expect.poll(() => connections()).toBe(0);
    expect(received).toHaveLength(when === "while it waits" ? 1 : 0);
  });

  it("takes no time of a challenge for time of the call", async () => {
    replies.Login = [
      problem(403, { type: "captcha-required" }),
      { status: 200, body: { outcome: "deviceOffered" } },
    ];
    const result = login();
    await until(() => store.getState().captcha.show);
    await vi.advanceTimersByTimeAsync(60_000);
    around.captcha.succeed();
    expect((await result).data).toEqual({ outcome: "deviceOffered" });
  });
});

describe("what is mapped to a text", () => {
  it.each([
    [404, "problems.notFound"],
    [500, "problems.serverError"],
    [502, "problems.badGateway"],
    [503, "problems.unavailable"],
    [504, "problems.unavailable"],
  ])("%i says %s, also without a readable body", async (status, code) => {
    replies.Login = [{ status, text: "<html>proxy</html>" }];
    expect(codes(await login())).toEqual({ "": [code] });
  });

  it.each([
    ["7", { code: "problems.tooMany", params: { count: 7 } }],
    ["600", { code: "problems.tooManyMinutes", params: { count: 10 } }],
    ["85260", { code: "problems.tooManyHours", params: { count: 24 } }],
  ])("429 says how long to wait: %s seconds", async (wait, expected) => {
    replies.Login = [{ status: 429, headers: { "retry-after": wait }, text: "" }];
    expect(problemsOf(await login())[""]).toEqual([expected]);
  });

  it.each<[string, Record<string, string>]>([
    ["none", {}],
    ["none that can be read", { "retry-after": "soon" }],
    ["one that is over", { "retry-after": "Fri, 27 Nov 2020 12:00:40 GMT" }],
  ])("429 names no time where the answer names %s", async (_time, headers) => {
    replies.Login = [{ status: 429, headers, text: "" }];
    expect(problemsOf(await login())[""]).toEqual([{ code: "problems.tooManyForNow" }]);
  });

  it("429 says how long to wait also where a proxy names the moment", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 12), toFake: ["Date"] });
    const moment = "Fri, 27 Nov 2026 12:00:40 GMT";
    replies.Login = [{ status: 429, headers: { "retry-after": moment }, text: "" }];
    const problems = problemsOf(await login())[""];
    vi.useRealTimers();
    expect(problems).toEqual([{ code: "problems.tooMany", params: { count: 40 } }]);
  });

  it("shows status, status text and body of everything else, with the support code", async () => {
    replies.Login = [{ status: 418, statusText: "Teapot", body: { supportCode: "AB12" } }];
    expect(problemsOf(await login())[""]).toEqual([
      {
        code: "problems.generic",
        params: { status: 418, statusText: "Teapot", body: '{"supportCode":"AB12"}' },
      },
      { code: "shell.supportCode", params: { code: "AB12" } },
    ]);
  });

  it.each([
    ["text/html; charset=utf-8", ""],
    ["application/xhtml+xml", ""],
    ["text/plain", "<h1>Too large"],
  ])("shows the body of what is %s as: %s", async (type, body) => {
    replies.Login = [
      { status: 413, statusText: "Too Large", text: "<h1>Too large", headers: { "content-type": type } },
    ];
    expect(problemsOf(await login())[""]).toEqual([
      { code: "problems.generic", params: { status: 413, statusText: "Too Large", body } },
    ]);
  });

  it("shows of a long body its beginning", async () => {
    const text = `It is over there. ${"Really. ".repeat(100)}`;
    replies.Login = [{ status: 413, text, headers: { "content-type": "text/plain" } }];
    const shown = String(problemsOf(await login())[""]?.[0]?.params?.body);
    expect(text.startsWith(shown)).toBe(true);
    expect(shown).toHaveLength(200);
  });

  it("says that there is no connection, and sends again when it is back", async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    expect(codes(await login())).toEqual({ "": ["problems.offline"] });
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    replies.Login = [{ status: 200, body: { outcome: "deviceOffered" } }];
    expect((await login()).data).toEqual({ outcome: "deviceOffered" });
  });

  it("takes a broken success for no connection rather than for an answer", async () => {
    replies.Login = [{ status: 200, text: "{" }];
    expect((await login()).error?.kind).toBe("refused");
  });
});

describe("a credential that an answer says is none here", () => {
  const unknownCredential = { relyingPartyId: "payroll.example", id: "AQ" };
  const signal = vi.fn(async () => undefined);

  beforeEach(() => vi.stubGlobal("PublicKeyCredential", { signalUnknownCredential: signal.mockClear() }));
  afterEach(() => vi.unstubAllGlobals());

  it("is offered no more by a browser that can be told, whether the call is refused or answered", async () => {
    replies.SecureLogin = [problem(400, { errors: { "": ["No."] }, unknownCredential })];
    replies.RemoveCredential = [{ status: 200, body: { outcome: "removed", unknownCredential } }];
    await send("SecureLogin", { body: {} });
    await send("RemoveCredential", { body: { id: "AQ" } });
    const told = [{ rpId: "payroll.example", credentialId: "AQ" }];
    expect(signal.mock.calls).toEqual([told, told]);
  });

  it("changes nothing in what comes of the call, where no browser can be told or it does not want to be", async () => {
    signal.mockRejectedValueOnce(new DOMException("no", "SecurityError"));
    const body = { outcome: "removed", unknownCredential };
    replies.RemoveCredential = [
      { status: 200, body },
      { status: 200, body },
      { status: 200, body },
    ];
    expect((await send("RemoveCredential", { body: { id: "AQ" } })).data).toEqual(body);
    vi.stubGlobal("PublicKeyCredential", {});
    expect((await send("RemoveCredential", { body: { id: "AQ" } })).data).toEqual(body);
    vi.stubGlobal("PublicKeyCredential", undefined);
    expect((await send("RemoveCredential", { body: { id: "AQ" } })).data).toEqual(body);
    expect(signal).toHaveBeenCalledOnce();
  });

  it("is nothing that other answers speak of", async () => {
    replies.SecureLogin = [problem(400, { errors: { "": ["No."] } })];
    await send("SecureLogin", { body: {} });
    expect(signal).not.toHaveBeenCalled();
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { interval: 5 }).toBe(true);
}

function connections(): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
