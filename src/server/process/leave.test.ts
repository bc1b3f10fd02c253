import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pauseFor } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { portOf } from "../../../tests/support/server-process.ts";
import { leave } from "./leave.ts";

const notice = 1000;
const within = notice / 10;

async function listening(): Promise<Server> {
  // Who answers may write the head in the same turn.
  const server = createServer((_request, response) => response.writeHead(200).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

async function connected(server: Server): Promise<Socket> {
  const socket = connect(portOf(server), "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [answer] = await once(socket, "data");
  return String(answer).toLowerCase();
}

test("whoever comes before the notice is over is answered, and told to come back by another connection", async () => {
  const server = await listening();
  const left = leave(server, notice);
  await pauseFor(within);
  expect(await ask(await connected(server))).toContain("connection: close");
  await left;
  expect(server.listening).toBe(false);
});

test("nobody is hung up on in between two requests", async () => {
  const server = await listening();
  const socket = await connected(server);
  expect(await ask(socket)).not.toContain("connection: close");
  const left = leave(server);
  await pauseFor(within);
  expect(await ask(socket)).toContain("connection: close");
  await left;
});
