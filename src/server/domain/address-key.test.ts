import { expect, test } from "vitest";
import { addressKey, maskedAddress } from "./address-key.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ["198.51.100.7", "198.51.100.•••"],
  ["::ffff:198.51.100.7", "198.51.100.•••"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:•••"],
  ["2001:DB8::1", "2001:db8:0:•••"],
  ["::1", "0:0:0:•••"],
  ["", ""],
])("%s is shown as %s", (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
