import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { findAuthorizationRequest, saveAuthorizationRequest } from "./authorization-requests.ts";

const secretKeys = [Buffer.alloc(32, 7)] as const;
const now = 1_700_000_000_000;
const life = 86_400_000;

onEachDatabase((database) => {
  test("is kept for its life with everything needed to repeat it", async () => {
    const { db } = database.store();
    const request = {
      uid: "u1",
      chainId: "k1",
      clientId: "payroll",
      params: { scope: "openid", max_age: 0 },
    };
    await saveAuthorizationRequest(db, secretKeys, request, { life, now });
    const kept = { ...request, firstSeenAt: now, isEnding: false };
    expect(await findAuthorizationRequest(db, secretKeys, "u1", now)).toEqual(kept);
    const late = await findAuthorizationRequest(db, secretKeys, "u1", now + life - 1);
    expect(late).toEqual({ ...kept, isEnding: true });
    expect(await findAuthorizationRequest(db, secretKeys, "u1", now + life)).toBeUndefined();
  });

  test("stands nowhere in clear, and is none where no key opens it", async () => {
    const { db } = database.store();
    const request = { uid: "u4", chainId: "k4", clientId: "payroll", params: { login_hint: "canary" } };
    await saveAuthorizationRequest(db, secretKeys, request, { life, now });
    const rows = await db.selectFrom("authorization_requests").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("canary");
    expect(await findAuthorizationRequest(db, [Buffer.alloc(32, 8)], "u4", now)).toBeUndefined();
  });
});
