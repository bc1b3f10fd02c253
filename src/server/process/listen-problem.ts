/** Where something listens, and which variables say so. */
export interface ListenPlace {
  host: string;
  port: number;
  variables: { host: string; port: string };
}

/** What keeps a server from listening, in words for the operator; undefined: something that the operator cannot mend. */
export function listenProblem(error: unknown, { host, port, variables }: ListenPlace): string | undefined {
  const notHere = `${host} is no address of this machine: set ${variables.host}, for example to 127.0.0.1`;
  const problems: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: stop what uses it, or set ${variables.port}`,
    EACCES: `Port ${port} of ${host} may not be used by this account: set ${variables.port} to one above 1023`,
    EADDRNOTAVAIL: notHere,
    ENOTFOUND: notHere,
    EAI_AGAIN: `${host} cannot be looked up: set ${variables.host} to an address of this machine, for example 127.0.0.1`,
    // An address of a kind that the machine has none of, such as IPv6.
    EAFNOSUPPORT: notHere,
    // An address of one link alone, without the interface that it is on.
    EINVAL: notHere,
  };
  return error instanceof Error && "code" in error ? problems[String(error.code)] : undefined;
}
