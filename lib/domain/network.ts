/** Which requests come from one visitor's network, as far as an address tells. */

const IPV4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/;

/**
 * What a limit by address counts: an IPv4 address (without a proxy's port), or the first 64 bits of an IPv6 address, as
 * whoever has one of those has them all. Any other text is answered as it came.
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
