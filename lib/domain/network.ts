/** The network that a client address belongs to, for limits by address. */

/** An address of this machine itself. */
export const isLoopback = (address: string): boolean =>
  address.startsWith("127.") || address === "::1" || address.startsWith("::ffff:127.");

const IPV4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/;

/**
 * The key that limits count: an IPv4 address without its port, or the first 64 bits of an IPv6 address, since one
 * subscriber usually holds all of those. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const plain = address.toLowerCase().replace(/^\[|\](?::\d+)?$|%.*$/g, "");
  const ipv4 = IPV4.exec(plain);
  if (ipv4) return ipv4[1];
  const [head, tail, more] = plain.split("::").map((half) => half ? half.split(":") : []);
  const gap = tail ? Array(Math.max(0, 8 - head.length - tail.length)).fill("0") : [];
  const network = [...head, ...gap, ...tail ?? []].slice(0, 4).map((group) => parseInt(group, 16));
  if (more || !/^[0-9a-f:.]*$/.test(plain) || network.length < 4 || network.some(Number.isNaN)) return address;
  return `${network.map((group) => group.toString(16)).join(":")}::/64`;
}
