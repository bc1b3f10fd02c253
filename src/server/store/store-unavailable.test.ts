import { expect, test } from "vitest";
import { StoreUnavailable } from "./store-unavailable.ts";

test("says that the disk is full, however it is named, and not of other trouble with it", () => {
  const isFull = (cause: object) => new StoreUnavailable(Object.assign(new Error(), cause)).isDiskFull;
  // 4874: SQLite cannot make its shared memory any more, which it calls an I/O error.
  const full = [
    { errcode: 13 },
    { errcode: 4874 },
    { code: "53100" },
    { code: "ENOSPC" },
    { code: "EDQUOT" },
  ];
  expect(full.map(isFull)).toEqual(full.map(() => true));
  const other = [{ errcode: 10 }, { errcode: 266 }, { errcode: 5 }, { code: "55P03" }, { code: "EIO" }];
  expect(other.map(isFull)).toEqual(other.map(() => false));
});
