import { createContext } from "react";

/** What stands in the form around, as it would be sent; null: no form of the configuration is around. */
export const TypedValues = createContext<Record<string, unknown> | null>(null);
