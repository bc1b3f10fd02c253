import { checkApplications } from "../../config/check-config.ts";
import { formatFinding } from "../../config/finding.ts";
import { type ConfigFiles, readSources } from "../../config/read/sources.ts";
import { assemble, type Config } from "../../config/read-config.ts";
import type { ClientConfig, VendorConfig } from "../../generated/config.ts";
import { withOpenid } from "../oidc/client-metadata.ts";
import { callbackUrl, scopesOf, signedOutUrl } from "../oidc/vendors.ts";
import { projectRoot } from "../project-root.ts";
import { readBuilt } from "../read-built.ts";
import type { Settings } from "../settings/settings.ts";
import { unfitSecrets } from "../settings/unfit-secrets.ts";

/** The files of applications and providers, and what keeps a server from starting with them: a line for each. */
export interface CheckedApplications {
  config: Config | undefined;
  problems: string[];
}

/** Checks both files as a start does where everything else is well. */
export async function checkedApplications(files: ConfigFiles): Promise<CheckedApplications> {
  const { workspace, findings } = checkApplications(await readSources(projectRoot, files, await readBuilt()));
  const config = workspace && assemble(workspace);
  const { captcha = [], signIn = [] } = config === undefined ? {} : unfitSecrets(config, process.env);
  return { config, problems: [...findings.map(formatFinding), ...captcha, ...signIn] };
}

/** What a sign-in for an application looks like, and what to register there. */
export function describeClient({ clients, partners, vendors }: Config, id: string): string[] {
  const client = clients[id];
  if (client === undefined) return [];
  const { partnerId = "default", requires = "any", vendorId } = client;
  const partner = partners[partnerId];
  const named = vendorId === undefined ? undefined : (vendors[vendorId]?.name ?? vendorId);
  const shown = partner?.signIn.providers ?? Object.keys(vendors);
  const offered = requires === "vendor" || partner?.behaviour.showLoginProviders ? shown : [];
  const names = offered.map((each) => offerOf(each, vendors[each])).join(", ");
  const ways = {
    local: "an account of this service alone",
    vendor: `by ${named ?? (names || "a provider, of which there is none")} alone`,
    any: `an account of this service${names && `, or by ${names}`}`,
  };
  return [
    `${id} (${client.name})`,
    `  pages      ${partner?.partnerName ?? partnerId} (partners/${partnerId})`,
    `  signs in   ${client.redirectUris === undefined ? "nobody: it asks about tokens alone" : ways[requires]}`,
    `  proof      ${proofOf(client)}`,
    ...listed("scopes", client.scopes && [withOpenid(client.scopes).join(" ")]),
    ...listed("answers", client.redirectUris),
    ...listed("sign-out", client.postLogoutRedirectUris),
    ...listed(
      "told at",
      [client.backChannelLogoutUri].filter((address) => address !== undefined),
    ),
  ];
}

function proofOf({ secretEnvironment, jwksUri, native }: ClientConfig): string {
  if (secretEnvironment !== undefined) return `the secret of ${secretEnvironment}`;
  if (jwksUri !== undefined) return `the keys of ${jwksUri}`;
  return native ? "none, PKCE alone: it is on its person's device" : "none, PKCE alone";
}

/** How a provider is asked, and what to register there. */
export function describeVendor(
  { vendors }: Config,
  id: string,
  settings: Pick<Settings, "publicUrl">,
): string[] {
  const vendor = vendors[id];
  if (vendor === undefined) return [];
  const { name, issuer, clientId, secretEnvironment, customers } = vendor;
  return [
    `${id} (${name})`,
    `  issuer     ${issuer}`,
    `  asks as    ${clientId}, for ${scopesOf(vendor).join(" ")}, ${secretEnvironment === undefined ? "public" : `by the secret of ${secretEnvironment}`}`,
    ...listed("for", customers && [`the customers ${customers.join(", ")}`]),
    ...listed("answers", [callbackUrl(settings, id)]),
    ...listed("sign-out", [signedOutUrl(settings, id)]),
  ];
}

function offerOf(id: string, { name = id, customers }: Partial<VendorConfig> = {}): string {
  return customers === undefined ? name : `${name} for ${customers.join(", ")}`;
}

function listed(head: string, addresses: readonly string[] = []): string[] {
  return addresses.map((address, index) => `  ${(index === 0 ? head : "").padEnd(10)} ${address}`);
}
