import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test, vi } from "vitest";
import { limitConnections } from "./limits.ts";

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
