import { returnUrlOf } from "../../shared/return-url.ts";
import { screenAt } from "../../shared/screens.ts";
import { type CallContext, Leave } from "../call.ts";

/**
 * The way on from a screen whose work is done: whoever came to it by its own address, as after a session that was
 * gone, is not led back there but to where that address leads back to.
 */
export function beyond<Answer>(
  { services }: CallContext,
  screenId: string,
  way: Answer | Leave,
): Answer | Leave {
  if (!(way instanceof Leave)) return way;
  const [path = "/", query] = way.redirect.split("?");
  if (!path.startsWith("/") || screenAt(services.config().screens, path).id !== screenId) return way;
  return new Leave(returnUrlOf(new URLSearchParams(query)), way.state);
}
