/** Says whether a host of an address, as `URL` writes it, is this machine: what is sent there crosses no network. */
export function isLocal(host: string): boolean {
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
  );
}
