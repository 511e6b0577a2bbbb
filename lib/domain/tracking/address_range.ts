/** Addresses and the ranges that they lie in, for IPv4 and IPv6. */

/** An address as bits: 32 of them for IPv4 (also where IPv6 maps it), 128 for IPv6. */
interface Bits {
  value: bigint;
  width: 32 | 128;
}

/** The bits of an address, or null for text that is none. */
function bitsOf(address: string): Bits | null {
  const plain = address.trim().toLowerCase().replace(/^\[|\](?::\d+)?$|%.*$/g, "").replace(/^::ffff:(?=\d+\.)/, "");
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(plain)?.slice(1).map(Number);
  if (four) {
    if (four.some((part) => part > 255)) return null;
    return { value: four.reduce((sum, part) => sum * 256n + BigInt(part), 0n), width: 32 };
  }
  const halves = plain.split("::");
  if (halves.length > 2 || !plain.includes(":")) return null;
  const [head, tail] = halves.map((half) => half ? half.split(":") : []);
  const gap = tail ? 8 - head.length - tail.length : 0;
  if (gap < 0) return null;
  const groups = [...head, ...Array(gap).fill("0"), ...tail ?? []];
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return null;
  return { value: groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n), width: 128 };
}

/** A range in bits, such as 17.0.0.0/8 or 2a01:111:f400::/48. */
function rangeOf(range: string): { first: bigint; rest: bigint; width: number } | null {
  const [start, length] = range.split("/"), bits = bitsOf(start);
  if (!bits) return null;
  const rest = BigInt(bits.width - Number(length));
  return { first: bits.value >> rest, rest, width: bits.width };
}

/** The first of these networks that contains an address. Their ranges are parsed once, the address once a call. */
export function networkFinder<T extends { ranges: readonly string[] }>(
  networks: readonly T[],
): (address: string) => T | undefined {
  const all = networks.flatMap((network) =>
    network.ranges.map(rangeOf).filter((range) => range !== null).map((range) => ({ ...range, network }))
  );
  return (address) => {
    const one = bitsOf(address);
    return one === null
      ? undefined
      : all.find(({ first, rest, width }) => width === one.width && one.value >> rest === first)?.network;
  };
}

/** Bits that are kept of an address once it is old: 256 neighbours of IPv4, a site of IPv6. */
const NETWORK_BITS = { 32: 24, 128: 48 } as const;

/** An address cut to its network (docs/decisions/tracking.md); text that is no address becomes empty. */
export function cutAddress(address: string): string {
  const bits = bitsOf(address);
  if (!bits) return address.includes("/") && bitsOf(address.split("/")[0]) ? address : "";
  const rest = BigInt(bits.width - NETWORK_BITS[bits.width]);
  const start = bits.value >> rest << rest;
  const parts = bits.width === 32
    ? [24n, 16n, 8n, 0n].map((shift) => String(start >> shift & 255n)).join(".")
    : [112n, 96n, 80n].map((shift) => (start >> shift & 65535n).toString(16)).join(":") + "::";
  return `${parts}/${NETWORK_BITS[bits.width]}`;
}
