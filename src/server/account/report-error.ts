import { screenAt } from "../../shared/screens.ts";
import type { Handlers } from "../call.ts";
import { addressKey } from "../domain/address-key.ts";
import { reportLockout } from "../domain/lockout.ts";
import { tooMany } from "../problem.ts";
import { takeTry } from "../store/throttle.ts";

/** Takes an error of a page into the log, the counts and the error-reporting service (specification, section 8). */
export const reportError: Handlers["ReportError"] = async (context, { body }) => {
  const { services, address, supportCode } = context;
  const key = `report:${addressKey(address)}`;
  const taken = await takeTry(services.store.db, key, reportLockout, services.now());
  if (!taken.allowed) throw tooMany(taken.retryAfterSeconds);
  // Only paths that are ours: others may hold anything.
  const page = screenAt(services.config().screens, body.page).path;
  return { supportCode: services.operations.errors.ofClient({ ...body, page }, supportCode) };
};
