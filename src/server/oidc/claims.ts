import type { Account, KoaContextWithOIDC } from "oidc-provider";
import type { ClientConfig } from "../../generated/config.ts";
import { pickByName } from "../../shared/pick-by-name.ts";
import { isVendor, roleId } from "../../shared/roles.ts";
import { viewerOf } from "../request/standing.ts";
import type { Services } from "../services.ts";
import { findCustomer } from "../store/customers.ts";
import { findGrantCustomer } from "../store/grant-customers.ts";
import { findUser, type User } from "../store/users.ts";
import { providerRequest } from "./provider-request.ts";

const customerClaims = ["customer_id", "customer_name", "customer_number"];

/**
 * Scope → claims. The ID token holds those of `openid` only, so that an `id_token_hint` in an address tells no
 * name; the rest is answered by the userinfo endpoint. The customer is part of who somebody is for a payroll
 * application, so its identifier is always there, and `profile` brings the customer for applications that do not
 * know the scope `customer`.
 */
export const scopeClaims: Record<NonNullable<ClientConfig["scopes"]>[number], string[]> = {
  openid: ["sub", "auth_time", "amr", "customer_id"],
  profile: ["name", "preferred_username", "locale", ...customerClaims],
  email: ["email"],
  phone: ["phone_number"],
  customer: customerClaims,
  roles: ["roles", "role_ids", "is_vendor"],
};

/** The account behind a subject; disabled ones do not exist. */
export async function findAccount(
  services: Services,
  ctx: KoaContextWithOIDC,
  subject: string,
): Promise<Account | undefined> {
  const user = await userOf(services, ctx, subject);
  if (user === undefined || user.disabled) return undefined;
  return {
    accountId: user.id,
    claims: async () =>
      tellable(ctx.oidc.client?.scope, {
        ...userClaims(user),
        ...(await customerOfGrant(services, user, ctx.oidc.entities.Grant?.jti)),
      }),
  };
}

/** What an application's entry lets it be told now, also by what it was given before; without a list all of it. `openid`, and with it `sub`, is in each. */
function tellable(scope: string | undefined, claims: { sub: string }): { sub: string } {
  if (scope === undefined) return claims;
  const names = new Set(
    scope.split(" ").flatMap((name) => scopeClaims[name as keyof typeof scopeClaims] ?? []),
  );
  return pickByName(claims, (name) => names.has(name)) as { sub: string };
}

/** Known already where the library has asked for the session. */
async function userOf(
  services: Services,
  ctx: KoaContextWithOIDC,
  subject: string,
): Promise<User | undefined> {
  const known = providerRequest(ctx).signedIn?.user;
  return known?.id === subject ? known : findUser(services.store.db, subject);
}

function userClaims(user: User) {
  return {
    sub: user.id,
    name: user.displayName,
    preferred_username: user.username,
    locale: user.language ?? undefined,
    email: user.email ?? undefined,
    phone_number: user.phone ?? undefined,
    roles: user.roles,
    role_ids: user.roles.map((name) => String(roleId(name))),
    is_vendor: isVendor(user.roles),
  };
}

/** Says in the answer about a token which customer it is for, so that nobody who is called with one has to believe the caller. */
export async function tellCustomer(services: Services, ctx: KoaContextWithOIDC): Promise<void> {
  const grant = ctx.oidc.entities.Grant;
  const answer = ctx.body as { active: boolean };
  const user = answer.active && grant?.accountId && (await userOf(services, ctx, grant.accountId));
  if (!user) return;
  const { customer_id } = await customerOfGrant(services, user, grant?.jti);
  Object.assign(answer, { customer_id });
}

async function customerOfGrant(services: Services, user: User, grantId: string | undefined) {
  const { db } = services.store;
  const customerId = grantId && (await findGrantCustomer(db, grantId, services.now()));
  if (!customerId) return {};
  const customer = await findCustomer(db, viewerOf(user), customerId);
  if (customer === undefined) return {};
  return {
    customer_id: customer.id,
    customer_name: customer.name,
    customer_number: customer.number,
  };
}
