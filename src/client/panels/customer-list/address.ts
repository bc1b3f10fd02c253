import { type ScreenContext, useScreen } from "../../page/screen-context.ts";

/** Makes addresses of the list that stands: its query with some of it changed; what is empty is left out. */
export function useListAddress(): (change: Record<string, string>) => string {
  const { screen, query, hrefOf } = useScreen();
  return (change) => listAddress(hrefOf, screen.id, { ...query, ...change });
}

function listAddress(hrefOf: ScreenContext["hrefOf"], id: string, query: Record<string, string>): string {
  return hrefOf(id, Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")));
}
