import { isOperator } from "../../shared/roles.ts";
import type { Handlers } from "../call.ts";
import { overallStatus, runChecks } from "../operations/checks.ts";
import { systemDetails } from "../operations/details.ts";

/** Whether the service works; how it does is for those who run it (decisions 12; security, OPS-1). */
export const systemStatus: Handlers["SystemStatus"] = async ({ services, visitor }) => {
  const checks = await runChecks(services);
  const status = overallStatus(checks);
  if (!isOperator(visitor.user?.roles ?? [])) return { status };
  return { status, ...(await systemDetails(services, checks)) };
};
