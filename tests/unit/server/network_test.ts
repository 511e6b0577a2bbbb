/**
 * What counts as one network: RFC 4291, sections 2.2 (ways to write an address) and 2.5.1 (the first 64 bits are the
 * network's).
 */
import assert from "node:assert/strict";
import { networkOf } from "../../../lib/domain/network.ts";

Deno.test("every spelling of an IPv6 address gives its network", () => {
  const ways = [
    "2001:db8:0:7::1",
    "2001:DB8::7:0:0:0:1",
    "2001:0db8:0000:0007:aaaa:bbbb:cccc:dddd",
    "[2001:db8:0:7::9]",
    "[2001:db8:0:7::9]:443",
    "2001:db8:0:7::1%eth0",
  ];
  assert.deepEqual([...new Set(ways.map(networkOf))], ["2001:db8:0:7::/64"]);
  assert.equal(networkOf("2001:db8::1"), "2001:db8:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
});

Deno.test("an IPv4 address is a network by itself, however a proxy writes it", () => {
  for (const way of ["192.0.2.7", "192.0.2.7:50123", "::ffff:192.0.2.7", "::FFFF:192.0.2.7"]) {
    assert.equal(networkOf(way), "192.0.2.7");
  }
});

Deno.test("text that is no address is returned as it is", () => {
  for (const text of ["", "unknown", "a:b", "1:2:3", "::gg", "x::y::z", ":::::::::"]) {
    assert.equal(networkOf(text), text);
  }
});
