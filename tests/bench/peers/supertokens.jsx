import { createRoot } from "react-dom/client";
import SuperTokens, { SuperTokensWrapper } from "supertokens-auth-react";
import EmailPassword from "supertokens-auth-react/recipe/emailpassword";
import { EmailPasswordPreBuiltUI } from "supertokens-auth-react/recipe/emailpassword/prebuiltui";
import Session from "supertokens-auth-react/recipe/session";
import { getRoutingComponent } from "supertokens-auth-react/ui";

SuperTokens.init({
  appInfo: {
    appName: "Payroll",
    apiDomain: location.origin,
    websiteDomain: location.origin,
    websiteBasePath: location.pathname,
  },
  recipeList: [EmailPassword.init({ defaultToSignUp: false }), Session.init()],
});

createRoot(document.getElementById("root")).render(
  <SuperTokensWrapper>{getRoutingComponent([EmailPasswordPreBuiltUI])}</SuperTokensWrapper>,
);
