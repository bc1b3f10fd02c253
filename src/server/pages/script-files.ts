import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Problem } from "../problem.ts";
import { acceptsBrotli } from "./accepts-brotli.ts";

/** Of a file in the folder itself, and none that is hidden. */
const namePattern = /^\w[\w.-]*\.js$/;

/**
 * Serves the scripts of a folder below an address, compressed where the build has done so. Their names change with what they hold,
 * so each is read once: a disk is waited for behind the hashes of passwords.
 */
export function scriptFiles(
  app: FastifyInstance,
  { folder, address }: { folder: string; address: string },
): void {
  const files = new Map<string, Promise<Buffer>>();
  const read = async (name: string): Promise<Buffer | undefined> => {
    const file = files.get(name) ?? readFile(join(folder, name));
    files.set(name, file);
    try {
      return await file;
    } catch (error) {
      files.delete(name);
      if (Object(error).code === "ENOENT") return undefined;
      throw error;
    }
  };
  app.get<{ Params: { name: string } }>(`${address}/:name`, async (request, reply) => {
    const { name } = request.params;
    if (!namePattern.test(name)) throw new Problem(404, "no such script");
    const compressed = acceptsBrotli(request) ? await read(`${name}.br`) : undefined;
    const script = compressed ?? (await read(name));
    if (script === undefined) throw new Problem(404, "no such script");
    if (compressed !== undefined) reply.header("content-encoding", "br");
    return reply
      .header("vary", "accept-encoding")
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("text/javascript; charset=utf-8")
      .send(script);
  });
}
