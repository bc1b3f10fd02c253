import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CallContext, Leave } from "../../call.ts";
import { authorizationUrl, type Vouched, vouchedFor } from "../../oidc/upstream.ts";
import { secretsOf, type VendorTicket, vendorPath } from "../../oidc/vendor-ticket.ts";
import { longestExchange, type Vendor, vendorOf } from "../../oidc/vendors.ts";
import { asksForLogin, proofCountsFrom } from "../../request/authorization-request.ts";
import { contextOf, queryOf } from "../../request/context.ts";
import { readVisitor } from "../../request/visitor.ts";
import { screenWithReturn, stageScreen } from "../../screen-path.ts";
import type { Services } from "../../services.ts";
import { peekTicket, recallTicket, redeemTicket } from "../../store/tickets.ts";
import { leadsToChange } from "../signed-in.ts";
import { ticketHolder } from "../ticket-holder.ts";
import { detailsOf, refusalOf, refuseSignIn, refuseUnknown, type SignInRefusal } from "./refuse-sign-in.ts";
import { signInByVendor } from "./vendor-sign-in.ts";
import { afterVendorSignOut } from "./vendor-sign-out.ts";

/**
 * The way to a provider and back (decisions 6). All are plain visits of the browser: the first leads on to the provider
 * and may be loaded again, the second spends the ticket and is answered once, the third comes from the provider's own
 * sign-out.
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
  app.get<{ Params: { vendor: string } }>(
    "/signout-callback-oidc/:vendor",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const context = await contextOf(request, reply, { isUse: false, query: new URLSearchParams() });
      const state = queryOf(request).get("state") ?? "";
      return reply.redirect(await afterVendorSignOut(context, request.params.vendor, state), 303);
    },
  );
}

/** The address at the provider, or the page that says why there is none. */
async function wayOut(context: CallContext, secret: string): Promise<string> {
  const { services } = context;
  const ticket = await peekTicket<VendorTicket>(services.store.db, "vendor", secret, ticketHolder(context));
  if (ticket === undefined) return refuseUnknown(context);
  const vendor = vendorOfTicket(services, ticket);
  const refuse = (code: SignInRefusal, details: string) =>
    refuseSignIn(context, code, ticket.vendorId, { details });
  if (vendor === undefined) return refuse("vendorUnknown", "no such provider");
  try {
    return await authorizationUrl(services, vendor, secretsOf(services, secret), wishesOf(context));
  } catch (error) {
    return refuse(refusalOf(error), detailsOf(error));
  }
}

/**
 * What is asked of the provider beside the sign-in. Who wants the proof anew wants it from whom it comes: the
 * application, and every page of ours where one changes something.
 */
function wishesOf(context: CallContext) {
  const { services, language } = context;
  const { request } = context.target;
  const now = services.now();
  const isForChange = leadsToChange(context);
  const from = isForChange ? now : request === null ? undefined : proofCountsFrom(request, now);
  const asksAnew = isForChange || (request !== null && asksForLogin(request));
  return {
    ui_locales: language,
    ...(from === undefined ? {} : { max_age: String(secondsBetween(from, now)) }),
    ...(asksAnew ? { prompt: "login" } : {}),
  };
}

/** At least one, because not every provider understands 0. */
function secondsBetween(from: number, now: number): number {
  return Math.max(1, Math.ceil((now - from) / 1000));
}

/** Spends the ticket that the provider's answer belongs to and goes on from what it says. */
async function wayIn(
  services: Services,
  request: FastifyRequest<{ Params: { vendor: string } }>,
  reply: FastifyReply,
): Promise<string> {
  const { db } = services.store;
  const query = queryOf(request);
  const secret = query.get("state") ?? "";
  const holder = ticketHolder({ services, visitor: await readVisitor(services, request) });
  const ticket = await redeemTicket<VendorTicket>(db, "vendor", secret, holder);
  const begun = ticket ?? (await recallTicket<VendorTicket>(db, "vendor", secret, holder));
  const returnUrl = new URLSearchParams(begun === undefined ? {} : { returnUrl: begun.returnUrl });
  const context = await contextOf(request, reply, { query: returnUrl });
  if (begun === undefined) return refuseUnknown(context);
  const refuse = (code: SignInRefusal, details: string) =>
    refuseSignIn(context, code, begun.vendorId, { details });
  if (ticket === undefined) return refuse("vendorExpired", "spent already");
  // An answer at the address of another provider is a mix-up (RFC 9700, section 4.4).
  if (ticket.vendorId !== request.params.vendor) return refuse("signIn", "another provider's address");
  const vendor = vendorOfTicket(services, ticket);
  if (vendor === undefined) return refuse("vendorUnknown", "no such provider");
  // Longer than a connection is kept otherwise: without an answer nobody would know that the ticket is spent.
  request.raw.socket.setTimeout(longestExchange);
  let vouched: Vouched;
  try {
    vouched = await believed(context, vendor, secret, query.toString());
  } catch (error) {
    return refuse(refusalOf(error), detailsOf(error));
  }
  return placeAfter(context, await signInByVendor(context, vendor, vouched, ticket.rememberLogin));
}

/**
 * Whom the provider vouches for, and how freshly, as far as the application's request cares. Where clocks differ a
 * little, what was believed counts for the request later on too; and nothing was proven in a time to come.
 */
async function believed(
  { services, target: { request } }: CallContext,
  vendor: Vendor,
  secret: string,
  query: string,
): Promise<Vouched> {
  const now = services.now();
  const from = request === null ? undefined : proofCountsFrom(request, now);
  const maxAge = from === undefined ? undefined : secondsBetween(from, now);
  const vouched = await vouchedFor(services, vendor, secretsOf(services, secret), query, maxAge);
  return { ...vouched, authenticatedAt: Math.min(now, Math.max(from ?? 0, vouched.authenticatedAt)) };
}

/** The provider of a ticket, as long as its entry is the one that the sign-in was begun with. */
function vendorOfTicket(services: Services, ticket: VendorTicket): Vendor | undefined {
  const vendor = vendorOf(services, ticket.vendorId);
  return vendor?.print === ticket.print ? vendor : undefined;
}

/** The page that follows; the ticket for Exchange is not needed, because that page brings a token. */
function placeAfter(context: CallContext, next: Awaited<ReturnType<typeof signInByVendor>>): string {
  if (next instanceof Leave) return next.redirect;
  return screenWithReturn(context, stageScreen(context.services, next.outcome));
}
