// As much of the browser's Trusted Types as is used; what a policy gives stands where a text did.

interface Window {
  /** Undefined in a browser that has none. */
  readonly trustedTypes?: {
    readonly defaultPolicy: unknown;
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string | null },
    ): { createScriptURL(address: string): string };
  };
}
