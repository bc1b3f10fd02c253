import { createServer } from "node:http";
import { invite } from "./invite.ts";
import { personOf } from "./people.ts";
import { demoVendor } from "./vendor.ts";

/** The process of the demo vendor; `scripts/demo.ts` starts it and says what it has to know. */
const { DEMO_VENDOR_PORT, DEMO_ISSUER, DEMO_VENDOR_SECRET, DEMO_OUTBOX, NODE_ENV } = process.env;
if (NODE_ENV === "production") throw new Error("The demo does not run in production");
if (!DEMO_VENDOR_PORT || !DEMO_ISSUER || !DEMO_VENDOR_SECRET || !DEMO_OUTBOX)
  throw new Error("Start this by npm run demo");

const options = {
  issuer: `http://localhost:${DEMO_VENDOR_PORT}`,
  service: DEMO_ISSUER,
  clientSecret: DEMO_VENDOR_SECRET,
  outbox: DEMO_OUTBOX,
};
const waiting = personOf("wanda");
if (waiting !== undefined) await invite(options, waiting);
const server = createServer(demoVendor(options));
// Loopback only: whoever reaches it is who they say.
server.listen(Number(DEMO_VENDOR_PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit());
// The demo that started it has ended.
process.on("disconnect", () => process.exit());
