import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { occupyPort, portOf } from "./server-process.ts";

/** A TCP proxy before a database, which a test can cut or slow down. */
export interface SlowLine {
  port: number;
  /** Milliseconds that everything which comes back is held up by. */
  delay: number;
  /** How often something was asked and answered so far; what is asked at once counts once. */
  roundTrips: number;
  /** What is passed on of what is asked, a text of the same length; undefined: it as it is. */
  rewrite: ((asked: string) => string) | undefined;
  /** Ends every connection and takes no new one, until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function slowLine(host: string, port: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = await occupyPort((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(port, host);
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on("error", () => end.destroy());
    }
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
    let isAsked = false;
    socket.on("data", (data) => {
      isAsked = true;
      onward.write(
        line.rewrite === undefined ? data : Buffer.from(line.rewrite(data.toString("latin1")), "latin1"),
      );
    });
    onward.on("data", (data) => {
      if (isAsked) line.roundTrips += 1;
      isAsked = false;
      const pass = () => socket.writable && socket.write(data);
      if (line.delay === 0) pass();
      else setTimeout(pass, line.delay);
    });
  });
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const line: SlowLine = {
    port: portOf(server),
    delay: 0,
    roundTrips: 0,
    rewrite: undefined,
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      endAll();
      await closed;
    },
  };
  return line;
}
