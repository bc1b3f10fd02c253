import { expect, test } from "vitest";
import { isLocal } from "./is-local.ts";

test.each(["localhost", "northwind.localhost", "127.0.0.1", "127.255.0.9", "[::1]"])(
  "%s is this machine",
  (host) => expect(isLocal(host)).toBe(true),
);

test.each(["localhost.example", "notlocalhost", "127.0.0.1.example", "128.0.0.1", "10.0.0.1", "[::2]", ""])(
  "%j is another machine",
  (host) => expect(isLocal(host)).toBe(false),
);
