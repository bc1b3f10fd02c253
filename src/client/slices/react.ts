// A slice of the first screen's script: fetched and evaluated in a task of its own (README, "Two stages").
export { hydrateRoot } from "react-dom/client";
