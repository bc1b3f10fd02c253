import type { Handlers } from "../call.ts";
import { fieldProblem, Problem } from "../problem.ts";
import { signInRequirement } from "../request/sign-in-requirement.ts";
import { prove } from "./journey.ts";
import { leadByPassword } from "./password-guess.ts";
import { forgetUsername, rememberUsername } from "./remembered-username.ts";

/** Checks user name and password and goes on in the journey. */
export const login: Handlers["Login"] = async (context, { body }) => {
  const { services, target } = context;
  if (signInRequirement(services, target).requires === "vendor")
    throw new Problem(403, "this request wants a provider, not the local form");
  const led = await leadByPassword(context, body, async (user, settlement) => {
    if (body.rememberLogin) rememberUsername(context, user.username);
    else forgetUsername(context);
    return prove(context, user, { methods: ["pwd"] }, settlement);
  });
  if (led === null) throw fieldProblem("", { code: "problems.signInFailed" });
  return led;
};
