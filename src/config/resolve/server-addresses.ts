/**
 * First parts of the addresses that the server answers itself, as far as a screen could be given them: a screen there would
 * be shown by its links alone, and gone with a reload.
 */
export const serverAddresses: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "catalogues",
  "connect",
  "gallery",
  "healthz",
  "partners",
  "policy-reports",
  "readyz",
  "signin-oidc",
  "signout-callback-oidc",
  "vendors",
]);
