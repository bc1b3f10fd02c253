import { createServer } from "node:http";
import { payroll } from "./payroll.ts";

/** The process of the payroll application; `scripts/demo.ts` starts it and says what it has to know. */
const { DEMO_PAYROLL_PORT, DEMO_ISSUER, DEMO_PAYROLL_SECRET, NODE_ENV } = process.env;
if (NODE_ENV === "production") throw new Error("The demo does not run in production");
if (!DEMO_PAYROLL_PORT || !DEMO_ISSUER || !DEMO_PAYROLL_SECRET) throw new Error("Start this by npm run demo");

const options = {
  issuer: DEMO_ISSUER,
  clientSecret: DEMO_PAYROLL_SECRET,
  origin: `http://localhost:${DEMO_PAYROLL_PORT}`,
};
const server = createServer(payroll(options));
// Loopback only: passwords of the demo's users stand on its page.
server.listen(Number(DEMO_PAYROLL_PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit());
// The demo that started it has ended.
process.on("disconnect", () => process.exit());
