import type { AnswerOf } from "../../shared/contract.ts";
import { day } from "../../shared/durations.ts";
import type { Handlers } from "../call.ts";
import { refusedSignIns } from "../domain/account-events.ts";
import { maskedAddress } from "../domain/address-key.ts";
import { type AuditRow, countOfUser, eventsOfUser } from "../store/audit.ts";

type SignIn = AnswerOf<"SignIns">["items"][number];

/** Milliseconds that refused tries are told. */
const refusedFor = 30 * day;

/** One's own sign-ins, as the audit has them; nothing for a visitor. */
export const signIns: Handlers["SignIns"] = async ({ services, visitor }, { query }) => {
  const { page, size } = query;
  if (visitor.session === null) return { items: [], page, size, total: 0, refused: 0 };
  const { db } = services.store;
  const { userId } = visitor.session;
  const [{ items, total }, refused] = await Promise.all([
    eventsOfUser(db, { userId, event: "signIn.completed" }, { page, size }),
    countOfUser(db, userId, refusedSignIns, services.now() - refusedFor),
  ]);
  const { vendors } = services.config();
  const views = items.map((row) => viewOf(row, (id) => vendors[id]?.name ?? null));
  return { items: views, page, size, total, refused };
};

function viewOf({ at, address, detail }: AuditRow, nameOf: (vendorId: string) => string | null): SignIn {
  const { methods, vendorId, browser, system } = detail as Partial<Record<string, unknown>>;
  const amr = Array.isArray(methods) ? methods : [];
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const way = wayOf(amr);
  return {
    at,
    way,
    provider: typeof vendorId === "string" && way === "provider" ? nameOf(vendorId) : null,
    secondStep: way !== "device" && amr.includes("mfa"),
    browser: text(browser),
    system: text(system),
    address: maskedAddress(address ?? ""),
  };
}

/** How a sign-in began, by what it was proven with (RFC 8176): a password that is there came first. */
function wayOf(amr: readonly unknown[]): SignIn["way"] {
  if (amr.includes("pwd")) return "password";
  if (amr.includes("fed")) return "provider";
  return amr[0] === "hwk" ? "device" : "token";
}
