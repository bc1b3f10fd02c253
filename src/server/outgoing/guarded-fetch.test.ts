import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";

test("an answer that changes to another protocol is refused, and its connection closed", async () => {
  const head = ["HTTP/1.1 101 Switching Protocols", "connection: upgrade", "upgrade: another", "", ""];
  const server = createServer(({ socket }) => socket.write(head.join("\r\n")));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const asked = once(server, "request");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(guardedFetch(["127.0.0.1"])(url)).rejects.toThrow("another protocol");
  const [{ socket }] = (await asked) as [IncomingMessage];
  if (!socket.destroyed) await once(socket, "close");
});

test.each([
  ["names nobody", {}, "vestibule"],
  ["leaves the name empty", { "user-agent": "" }, "vestibule"],
  ["has a name of its own", { "user-agent": "library/1" }, "library/1"],
])("says who asks, where a caller %s: firewalls refuse who does not", async (_which, headers, name) => {
  const server = createServer((request, response) => response.end(request.headers["user-agent"]));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await guardedFetch(["127.0.0.1"])(url, { headers: headers as Record<string, string> });
  expect(await answer.text()).toBe(name);
});
