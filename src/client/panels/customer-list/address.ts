import { useScreen } from "../../page/screen-context.ts";

/** Makes addresses of the list that stands: its query with some of it changed; what is empty is left out. */
export function useListAddress(): (change: Record<string, string>) => string {
  const { screen, query, hrefOf } = useScreen();
  return (change) => {
    const asked = Object.entries({ ...query, ...change }).filter(([, value]) => value !== "");
    return hrefOf(screen.id, Object.fromEntries(asked));
  };
}
