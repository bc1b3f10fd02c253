import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { leave } from "../process/leave.ts";
import { keepProxyConnections } from "./proxy-connections.ts";

/** A server that keeps idle connections of strangers for a tenth of a second, and a connection to it. */
async function connected(trustedProxies: readonly string[]) {
  const server = createServer({ keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0 }, (_request, response) => {
    response.end();
  });
  keepProxyConnections({ server }, trustedProxies);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  /** Gives the head of the answer. */
  const ask = async () => {
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    return String(...(await once(socket, "data")));
  };
  return { server, socket, ask };
}

test("an idle connection of a proxy is kept when that of a stranger has ended", async () => {
  const proxy = await connected(["10.0.0.0/8", "127.0.0.1"]);
  expect(await proxy.ask()).toMatch(/^keep-alive: timeout=0\r$/im);
  for (let strangers = 0; strangers < 2; strangers += 1) {
    const stranger = await connected(["10.0.0.0/8"]);
    expect(await stranger.ask()).toMatch(/^keep-alive: timeout=0\r$/im);
    await once(stranger.socket, "end");
  }
  expect(await proxy.ask()).toMatch(/^HTTP\/1\.1 200/);
});

test("a server that leaves hangs up on an idle connection of a proxy once no stranger can have one", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, socket, ask } = await connected(["127.0.0.1"]);
  await ask();
  const left = leave(server);
  const open = promisify(server.getConnections.bind(server));
  vi.advanceTimersByTime(8999);
  expect(await open()).toBe(1);
  vi.advanceTimersByTime(1);
  await Promise.all([left, once(socket, "end")]);
});
