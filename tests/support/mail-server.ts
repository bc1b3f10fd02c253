import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { selfSigned } from "./certificate.ts";

/** A mail as the server received it. */
export interface ReceivedMail {
  /** Everybody that it is to go to. */
  recipients: string[];
  sender: string;
  secure: boolean;
  /** What its client called itself. */
  greeting: string;
  /** User name that its connection proved. */
  user: string | undefined;
  source: string;
}

/** An answer in full: its code, and what it says. */
export type Refusal = readonly [code: number, text: string];

type Reply = "takes" | "rejects" | "defers" | "hangs" | "hangs up";

/** A mail server on loopback. */
export interface MailServer {
  port: number;
  /** Mails whose content arrived whole, taken or not, oldest first; doubles too. */
  received: ReceivedMail[];
  /** How many connections were made, and how many were open at once. */
  connections: { total: number; most: number };
  /** How it answers when it has the content, and before that to the recipient and to the greeting. */
  mood: Reply | Refusal;
  toRecipient: Exclude<Reply, "hangs" | "hangs up"> | Refusal;
  greeting: "takes" | "hangs";
  /** Takes what hangs, as a slow one does at last. */
  takeHanging(): void;
  close(): Promise<void>;
}

const user = "vestibule";
const password = "pass:word@1/ü";

/** What the server wants before it takes anything, where it knows users. */
export const mailAccount = { user, pass: password };

/** Starts a mail server that collects what it is given; without options one that asks for no name. */
export async function startMailServer(
  options: SMTPServerOptions = { authOptional: true },
): Promise<MailServer> {
  const open = new Set<string>();
  const hanging: (() => void)[] = [];
  const server = new SMTPServer({
    ...selfSigned(),
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(Object.assign(new Error(`no such user ${auth.username}`), { responseCode: 535 })),
    onConnect: ({ id }, done) => {
      open.add(id);
      const most = Math.max(mail.connections.most, open.size);
      mail.connections = { total: mail.connections.total + 1, most };
      if (mail.greeting === "takes") done();
    },
    onClose: ({ id }) => void open.delete(id),
    onRcptTo: ({ address }, _session, done) => {
      const { toRecipient } = mail;
      if (typeof toRecipient === "string") done(replies[toRecipient](address));
      else done(refusal(toRecipient));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const { envelope, secure, hostNameAppearsAs } = session;
        mail.received.push({
          recipients: envelope.rcptTo.map(({ address }) => address),
          sender: envelope.mailFrom ? envelope.mailFrom.address : "",
          secure,
          greeting: hostNameAppearsAs,
          user: session.user,
          source: Buffer.concat(chunks).toString("utf8"),
        });
        if (mail.mood === "hangs") hanging.push(() => done());
        else if (mail.mood === "hangs up") for (const { _socket } of connectionsOf(server)) _socket.destroy();
        else if (typeof mail.mood !== "string") done(refusal(mail.mood));
        else done(replies[mail.mood](envelope.rcptTo[0]?.address ?? ""));
      });
    },
    ...options,
  });
  // What a client breaks off is what the tests are about.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const mail: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    received: [],
    connections: { total: 0, most: 0 },
    mood: "takes",
    toRecipient: "takes",
    greeting: "takes",
    takeHanging: () => {
      for (const take of hanging.splice(0)) take();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}

function refusal([responseCode, text]: Refusal): Error {
  return Object.assign(new Error(text), { responseCode });
}

function reply(code: number, address = ""): Error {
  return refusal([code, `5.1.1 <${address}> not here`]);
}

const replies = {
  takes: () => null,
  rejects: (address: string) => reply(550, address),
  defers: (address: string) => reply(451, address),
};

function connectionsOf(server: SMTPServer): Iterable<{ _socket: { destroy(): void } }> {
  return (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections;
}
