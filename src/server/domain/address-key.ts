const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfSite = 4;
const groupsOfAddress = 8;

/**
 * What counts as one caller: an IPv4 address as it is, an IPv6 address by its /64 (security, TH-6), because one
 * subscriber holds all of that.
 */
export function addressKey(address: string): string {
  const ipv4 = mapped.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(":")) return address;
  return `${expandedGroups(address).slice(0, groupsOfSite).join(":")}::/64`;
}

function expandedGroups(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("%", 1).join("").split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const given = [...(before ?? []), ...(after ?? [])].length;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, groupsOfAddress - given)).fill("0");
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => group.replace(/^0+(?=.)/, ""));
}
