import { Progress } from "./setup/progress.tsx";

/** The form asks for the number; there is no more to show. */
export function Panel() {
  return <Progress at="prove" />;
}
