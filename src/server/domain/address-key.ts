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

/**
 * The network that an address is in, as a person would know it again, without what names one computer: of IPv4 the first
 * three numbers, of IPv6 the first three groups, which is what a company or a household is given.
 */
export function maskedAddress(address: string): string {
  const known = mapped.exec(address)?.[1] ?? address;
  if (!known.includes(":")) return known.replace(/\.\d+$/, ".•••");
  return `${expandedGroups(known).slice(0, 3).join(":")}:•••`;
}

function expandedGroups(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("%", 1).join("").split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const given = [...(before ?? []), ...(after ?? [])].length;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, groupsOfAddress - given)).fill("0");
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => group.replace(/^0+(?=.)/, ""));
}
