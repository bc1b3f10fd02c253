import { domainToASCII } from "node:url";
import { createTransport, type NodemailerError, type SendMailOptions } from "nodemailer";
import { second } from "../../shared/durations.ts";
import { type Gateway, GatewayError, handOverLimit, type OutgoingMessage } from "./gateway.ts";
import type { SmtpSettings } from "./gateway-settings.ts";
import { isOneRecipient } from "./recipient.ts";

/** Connections that are open at once beside those of slow mails, and for how long one waits for a further mail, in milliseconds. */
const mostConnections = 5;
const idle = 4 * second;
/**
 * A server that has all of a mail may look at it first, or hold its answer back (Exchange does for half a minute), and who leaves before
 * sends a mail again that was taken. RFC 5321 (section 4.5.3.2) would have us wait ten minutes, but a mail that was not taken has to
 * come again while its code is of use.
 */
const longest = 45 * second;

/** A mail, and what is called when the server asks for its content. */
interface SentMail extends SendMailOptions {
  onContent(): void;
}

/** A gateway that hands mails to a mail server, which signs them (DKIM) and takes them further. */
export function smtpGateway({ host, port, tls, auth, from }: SmtpSettings): Gateway {
  // Greeting and Message-ID know no other letters (RFC 5321, section 4.1.2; RFC 5322, section 3.6.4).
  const domain = domainToASCII(from.slice(from.lastIndexOf("@") + 1));
  const transport = createTransport({
    pool: true,
    // Slow mails have one each, for as long as others are handed over.
    maxConnections: mostConnections * Math.ceil(longest / handOverLimit),
    idleTimeout: idle,
    // What is not taken is tried again by the queue.
    maxRequeues: 1,
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "startTls",
    ignoreTLS: tls === "none",
    tls: { minVersion: "TLSv1.2" },
    auth,
    // Not the name of this machine, which would stand in every mail.
    name: domain,
    connectionTimeout: handOverLimit,
    greetingTimeout: handOverLimit,
    socketTimeout: longest,
    dnsTimeout: handOverLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", ({ message, data }, done) => {
    // It begins to flow when the server has answered DATA.
    message.processFunc((content) => content.once("resume", (data as SentMail).onContent));
    done();
  });
  const underWay = new Set<AbortController>();
  return {
    send: async (message, onSlow) => {
      if (!isOneRecipient("mail", message.to))
        throw new GatewayError("the recipient is not one address", { refused: true });
      const patience = new AbortController();
      underWay.add(patience);
      let hasContent = false;
      const timers = [
        setTimeout(() => (hasContent ? onSlow() : patience.abort()), handOverLimit),
        setTimeout(() => patience.abort(), longest),
      ];
      const mail: SentMail = {
        ...mailOf(message, from, domain),
        signal: patience.signal,
        onContent: () => {
          hasContent = true;
        },
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw gatewayErrorOf(error as NodemailerError);
      } finally {
        for (const timer of timers) clearTimeout(timer);
        underWay.delete(patience);
      }
    },
    longest,
    atOnce: mostConnections,
    close: () => {
      for (const patience of underWay) patience.abort();
      transport.close();
    },
  };
}

function mailOf(message: OutgoingMessage, from: string, domain: string): SendMailOptions {
  const { id, to, sender, subject, text, html, images, language } = message;
  return {
    from: { name: sender?.name ?? "", address: from },
    to: { name: "", address: to },
    replyTo: sender?.replyTo,
    envelope: { from, to: [to] },
    subject,
    text,
    html,
    attachments: images.map(({ cid, mediaType, bytes }) => ({
      cid,
      contentType: mediaType,
      contentDisposition: "inline",
      filename: false,
      content: bytes,
    })),
    // The same each time, so that a double can be told.
    messageId: `<${id}@${domain}>`,
    headers: {
      // No answers by machines (RFC 3834), in the words of Exchange too.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "Content-Language": language,
    },
  };
}

/** Codes of errors that speak of the connection alone. */
const ofConnection: readonly unknown[] = ["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS"];

/** A mailbox that is not there, elsewhere or not to be had (RFC 5321, section 4.2.3), or a host without mail (RFC 7504). */
const mailboxCodes: readonly number[] = [550, 551, 553, 556];

/** No such address or host for now, or a full mailbox (RFC 3463, sections 3.2 and 3.3). Lists that are grey say 4.2.0 or 4.7.1, for minutes. */
const ofRecipientForNow = /^4\.(?:1\.[1-3]|2\.2)$/;

/** What of an error may be told: an answer of the server repeats the recipient, so only its numbers are. */
function gatewayErrorOf({ code, command, response, responseCode, permanent, message }: NodemailerError) {
  if (responseCode === undefined) {
    const reason = code === "EABORT" ? "no answer in time" : ofConnection.includes(code) && message;
    return new GatewayError(`the mail server did not take it (${code})${reason ? `: ${reason}` : ""}`, {
      refused: code === "EENVELOPE",
    });
  }
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\s/.exec(response ?? "") ?? [];
  const told = ["the mail server answered", responseCode, status, "to", command];
  return new GatewayError(told.filter(Boolean).join(" "), {
    refused: permanent === true && isForThisMail(command, responseCode, status),
    waitsForRecipient: command === "RCPT TO" && ofRecipientForNow.test(status ?? ""),
  });
}

/**
 * Says whether an answer is about this recipient or this content, and so final. All else is about the connection, the account or the
 * sender, which the operator can mend meanwhile; many servers say also that to the recipient only (Postfix: `554 5.7.1 Relay access
 * denied`). The status tells more than the code (RFC 3463), but for those that say "other": 1.7 and 1.8 are the sender, 7.2x what
 * proves it (RFC 7372), 3.4 is the size, and 4.1 is what Exchange says of an unknown recipient.
 */
function isForThisMail(command: string | undefined, code: number, status = ""): boolean {
  if (command === "DATA") return !/^5\.(?:1\.[78]|7\.2\d)$/.test(status);
  if (command !== "RCPT TO") return false;
  if (/^(?:|5\.[05]\.0)$/.test(status)) return mailboxCodes.includes(code);
  return /^5\.(?:1\.(?![78]$)|2\.|3\.4$|4\.[14]$|6\.)/.test(status);
}
