import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitConnections, limitWaiting } from "./limits.ts";

test("that connections are hung up on is said once a minute, however many they are", async () => {
  const warn = vi.fn();
  const server = createServer();
  limitConnections(server, { warn });
  server.maxConnections = 1;
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const first = connect(port, "127.0.0.1");
  await once(first, "connect");
  for (let more = 0; more < 3; more += 1) await once(connect(port, "127.0.0.1").resume(), "close");
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    "connections are hung up on: too many are open",
  );
  first.destroy();
  server.close();
});

test("a request behind an answer that ends its connection is not begun", async () => {
  const app = Fastify();
  limitWaiting(app);
  const begun: string[] = [];
  app.get("/:name", async ({ url }, reply) => {
    begun.push(url);
    return reply.header("connection", "close").send(url);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").resume();
  socket.write(
    ["/first", "/second"].map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(""),
  );
  await once(socket, "close");
  expect(begun).toEqual(["/first"]);
});

test("a request begins when the answer to the one before it on its connection is sent", async () => {
  const app = Fastify();
  limitWaiting(app);
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  app.get("/:name", async ({ url }) => {
    begun.push(url);
    await new Promise<void>((resolve) => answers.push(resolve));
    return url;
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const connections: Socket[] = [];
  app.server.on("connection", (connection) => connections.push(connection));
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").resume();
  onTestFinished(() => void socket.destroy());
  socket.write(["/first", "/second", "/third"].map(request).join(""));
  await expect.poll(() => begun).toEqual(["/first"]);
  const other = fetch(`http://127.0.0.1:${port}/other`);
  await expect.poll(() => begun).toEqual(["/first", "/other"]);
  answers[0]?.();
  await expect.poll(() => begun).toEqual(["/first", "/other", "/second"]);
  answers[1]?.();
  await (await other).text();
  const [served] = connections;
  socket.destroy();
  if (served && !served.destroyed) await once(served, "close");
  answers[2]?.();
  const after = fetch(`http://127.0.0.1:${port}/after`);
  await expect.poll(() => begun).toEqual(["/first", "/other", "/second", "/after"]);
  answers[3]?.();
  await (await after).text();
});
