import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withReturnUrl } from "../../shared/return-url.ts";
import { type CallContext, Leave } from "../call.ts";
import { headerCookies } from "../cookies.ts";
import { stagePath } from "../oidc/stage-address.ts";
import { authorizationUrl, type Vendor, type Vouched, vendorOf, vouchedFor } from "../oidc/upstream.ts";
import { secretsOf, type VendorTicket, vendorPath } from "../oidc/vendor-ticket.ts";
import { contextOf } from "../plugins/context.ts";
import { readVisitor } from "../plugins/visitor.ts";
import type { Services } from "../services.ts";
import { peekTicket, recallTicket, redeemTicket } from "../store/tickets.ts";
import { detailsOf, refusalOf, refuseSignIn } from "./refuse-sign-in.ts";
import { signInByVendor } from "./vendor-sign-in.ts";

/**
 * The way to a provider and back (decisions 6). Both are plain visits of the browser: the first leads on to the
 * provider and may be loaded again, the second spends the ticket and is answered once.
 */
export async function vendorRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.get<{ Params: { ticket: string } }>(
    `${vendorPath}/:ticket`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const context = await contextOf(request, reply);
      return reply.redirect(await wayOut(context, request.params.ticket), 303);
    },
  );
  app.get<{ Params: { vendor: string } }>(
    "/signin-oidc/:vendor",
    { exposeHeadRoute: false },
    async (request, reply) => reply.redirect(await wayIn(services, request, reply), 303),
  );
}

/** The address at the provider, or the page that says why there is none. */
async function wayOut(context: CallContext, secret: string): Promise<string> {
  const { services, visitor, target, language } = context;
  const holder = { browserHash: visitor.browserHash, now: services.now() };
  const ticket = await peekTicket<VendorTicket>(services.store.db, "vendor", secret, holder);
  if (ticket === undefined)
    return refuseSignIn(context, "vendorExpired", null, "no such ticket in this browser");
  const vendor = vendorOfTicket(services, ticket);
  if (vendor === undefined)
    return refuseSignIn(context, "vendorUnknown", ticket.vendorId, "no such provider");
  const { prompt } = target.request?.params ?? {};
  const wishes = {
    ui_locales: language,
    ...(ticket.maxAge === undefined ? {} : { max_age: String(ticket.maxAge) }),
    // Who wants the proof anew wants it from whom it comes.
    ...(typeof prompt === "string" && prompt.split(" ").includes("login") ? { prompt: "login" } : {}),
  };
  try {
    return await authorizationUrl(services, vendor, secretsOf(services, secret), wishes);
  } catch (error) {
    return refuseSignIn(context, refusalOf(error), vendor.id, detailsOf(error));
  }
}

/** Spends the ticket that the provider's answer belongs to and goes on from what it says. */
async function wayIn(
  services: Services,
  request: FastifyRequest<{ Params: { vendor: string } }>,
  reply: FastifyReply,
): Promise<string> {
  const { db } = services.store;
  const query = new URL(request.url, "http://site.invalid").searchParams;
  const secret = query.get("state") ?? "";
  const { browserHash } = await readVisitor(services, headerCookies(request.headers.cookie));
  const holder = { browserHash, now: services.now() };
  const ticket = await redeemTicket<VendorTicket>(db, "vendor", secret, holder);
  const begun = ticket ?? (await recallTicket<VendorTicket>(db, "vendor", secret, holder));
  const returnUrl = new URLSearchParams(begun === undefined ? {} : { returnUrl: begun.returnUrl });
  const context = await contextOf(request, reply, { query: returnUrl });
  const refuse = (code: Parameters<typeof refuseSignIn>[1], details: string) =>
    refuseSignIn(context, code, begun?.vendorId ?? null, details);
  if (ticket === undefined) return refuse("vendorExpired", "spent, late or another browser's");
  // An answer at the address of another provider is a mix-up (RFC 9700, section 4.4).
  if (ticket.vendorId !== request.params.vendor) return refuse("signIn", "another provider's address");
  const vendor = vendorOfTicket(services, ticket);
  if (vendor === undefined) return refuse("vendorUnknown", "no such provider");
  let vouched: Vouched;
  try {
    const secrets = secretsOf(services, secret);
    vouched = await vouchedFor(services, vendor, secrets, query.toString(), ticket.maxAge);
  } catch (error) {
    return refuse(refusalOf(error), detailsOf(error));
  }
  return placeAfter(context, await signInByVendor(context, vendor, vouched, ticket.rememberLogin));
}

/** The provider of a ticket, as long as its entry is the one that the sign-in was begun with. */
function vendorOfTicket(services: Services, ticket: VendorTicket): Vendor | undefined {
  const vendor = vendorOf(services, ticket.vendorId);
  return vendor?.print === ticket.print ? vendor : undefined;
}

/** The page that follows; the ticket for Exchange is not needed, because that page brings a token. */
function placeAfter(
  { services, target }: CallContext,
  next: Awaited<ReturnType<typeof signInByVendor>>,
): string {
  if (next instanceof Leave) return next.redirect;
  return withReturnUrl(stagePath(services, next.outcome), target.returnUrl);
}
