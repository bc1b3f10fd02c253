import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { VendorPerson } from "./people.ts";
import { type DemoVendorOptions, vendorId } from "./provider.ts";

/** Invites somebody to link their account, as a provider's employee portal does, and mails the link; gives it. */
export async function invite(options: DemoVendorOptions, person: VendorPerson): Promise<string> {
  const { service, clientSecret, outbox } = options;
  const { sub, name, email, account } = person;
  const code = await new SignJWT({ name, email, account })
    .setProtectedHeader({ alg: "HS256", typ: "vestibule-invitation+jwt" })
    .setIssuer(vendorId)
    .setAudience(service)
    .setSubject(sub)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime("6 days")
    .sign(new TextEncoder().encode(clientSecret));
  const link = `${service}/account/link?${new URLSearchParams({ id: code })}`;
  const mail = {
    id: randomUUID(),
    channel: "mail",
    to: email,
    subject: "Sign in to Vestibule with your Contoso account",
    text: `Hello ${name},\n\nlink your accounts once, and Contoso is enough from then on:\n${link}\n\nThe link is good for six days.`,
    language: "en-GB",
  };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(outbox, { method: "POST", headers, body: JSON.stringify(mail) });
  if (!answer.ok) throw new Error(`the outbox answered ${answer.status}`);
  return link;
}
