/** Versions below which a package is known to be vulnerable, by the advisory that says so. */
export const leastVersions: Record<string, string> = {
  // A body of another media type passed a schema that was tied to JSON.
  fastify: "5.8.5",
  // A display name in quotes sent a mail to another domain.
  nodemailer: "7.0.7",
  // A message of the peer that is not expected ended the process.
  ws: "8.17.1",
};
