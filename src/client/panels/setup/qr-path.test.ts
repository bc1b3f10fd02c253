import { generate } from "lean-qr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-path.ts";

test("the path darkens exactly the modules of the code", () => {
  const text = "otpauth://totp/Vestibule:paula?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vestibule";
  const { size, path } = qrPath(text);
  const rows = Array.from({ length: size }, () => Array(size).fill("."));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    rows[Number(y)]?.fill("#", Number(x), Number(x) + Number(length));
  const drawn = `${rows.map((row) => row.join("")).join("\n")}\n`;
  expect(drawn).toBe(generate(text).toString({ on: "#", off: ".", lf: "\n", pad: 0 }));
});
