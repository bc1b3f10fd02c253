import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { unprotected } from "../resolve/unprotected.ts";
import type { Rule } from "./rule.ts";

export const clientAddress: Rule = {
  id: "client-address",
  stops: true,
  finds:
    'An address of an application, a provider or a partner that is none, has a fragment or a password, or is listed twice; of an application or a partner also one for people, or of its keys, that goes by `http` elsewhere than on this machine; of an application one that leads back to what is not its own: a scheme of one\'s own without `"native": true`, or `https` on loopback with it; of a provider the address of its discovery document.',
  why: "Addresses are compared letter by letter, answers never go to one with a fragment (RFC 6749, section 3.1.2), who listens in the network reads and changes what goes by `http` (RFC 9700, section 2.6), and only on a person's device is a scheme or a port of its own an application's (RFC 8252, section 7).",
  example: {
    file: "clients.config.json",
    wrong: '"https://payroll.example/other#top"',
    right: '"https://payroll.example/other"',
  },
  check: ({ clients, vendors, partners }) => [
    ...Object.entries(clients.value.clients).flatMap(([id, client]) => {
      const at = placedAt(clients, ["clients", id]);
      const asked = (["startUrl", "jwksUri"] as const).flatMap((entry) =>
        at([entry], problemOf(client[entry], unprotected)),
      );
      // Servers may tell each other by http within their own network (OpenID Connect Back-Channel Logout 1.0, section 2.2).
      const told = at(["backChannelLogoutUri"], problemOf(client.backChannelLogoutUri, noStar, noFragment));
      const listed = (["redirectUris", "postLogoutRedirectUris"] as const).flatMap((entry) =>
        (client[entry] ?? []).flatMap((address, index, all) => {
          const again = all.indexOf(address) < index ? `"${address}" is listed twice.` : undefined;
          const notIts = client.native ? notOfDevice : notOfWeb;
          return at([entry, index], problemOf(address, notIts, noStar, notWhole, noFragment) ?? again);
        }),
      );
      return [...asked, ...told, ...listed];
    }),
    ...Object.entries(vendors.value.vendors).flatMap(([id, vendor]) => {
      const at = placedAt(vendors, ["vendors", id]);
      return at(["issuer"], problemOf(vendor.issuer, notDiscovery));
    }),
    ...[...partners.values()].flatMap((partner) =>
      (["privacyUrl", "imprintUrl"] as const).flatMap((entry) =>
        placedAt(partner, [])([entry], problemOf(partner.value[entry], unprotected)),
      ),
    ),
  ],
};

function placedAt(document: LocatedJson, holder: JsonPath) {
  return (path: JsonPath, problem: string | undefined): Fault[] =>
    problem === undefined ? [] : [document.at([...holder, ...path], problem)];
}

type Problem = (address: string) => string | undefined;

/** What is wrong with an address, if there is one: that it is none, or what else is looked for. */
function problemOf(address: string | undefined, ...others: Problem[]): string | undefined {
  if (address === undefined) return undefined;
  // Browsers take blanks and backslashes for something else; mail programs and applications may not.
  if (!URL.canParse(address) || /[\s\\]/.test(address)) return `"${address}" is no address.`;
  const problems = [noPassword, ...others].map((problem) => problem(address));
  return problems.find((problem) => problem !== undefined);
}

function noPassword(address: string): string | undefined {
  const { username, password } = new URL(address);
  return username + password === "" ? undefined : "An address must not have a user name or password.";
}

/** Where a browser leads back to a web application. */
function notOfWeb(address: string): string | undefined {
  return isOfWeb(address)
    ? unprotected(address)
    : `"${address}" has a scheme of one's own, which is for an application on its person's device: it says "native": true.`;
}

/** The names of loopback that leave the port to the application (RFC 8252, sections 7.3 and 8.3). */
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** What a native application can be reached by: a scheme of its own, loopback, or `https` that it has claimed (RFC 8252, section 7). */
function notOfDevice(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  if (!isOfWeb(address) || loopback.includes(hostname) === (protocol === "http:")) return undefined;
  return protocol === "http:"
    ? `"${address}" is not on its person's device: http is for ${loopback.join(", ")} alone, as it stands here.`
    : `"${address}" can be claimed by no application: on loopback write http.`;
}

function isOfWeb(address: string): boolean {
  return /^https?:$/.test(new URL(address).protocol);
}

function notDiscovery(address: string): string | undefined {
  const [issuer, rest] = address.split("/.well-known/");
  return rest === undefined
    ? undefined
    : `"${address}" is where the provider describes itself: its issuer is "${issuer}".`;
}

function noFragment(address: string): string | undefined {
  return address.includes("#") ? `"${address}" must not have a fragment.` : undefined;
}

// Whoever writes one means many addresses, to each of which answers would go (RFC 9700, section 2.1).
function noStar(address: string): string | undefined {
  return address.includes("*")
    ? `The star in "${address}" stands for nothing but itself: list each address by itself.`
    : undefined;
}

function notWhole(address: string): string | undefined {
  return isWhole(address) ? undefined : `"${address}" is read as "${new URL(address).href}": write that.`;
}

/** Browsers send the address as they read it. */
function isWhole(address: string): boolean {
  const { href } = new URL(address);
  return href === address || href === `${address}/`;
}
