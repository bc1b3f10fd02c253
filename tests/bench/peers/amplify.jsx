import { Authenticator } from "@aws-amplify/ui-react";
import "@aws-amplify/ui-react/styles.css";
import { Amplify } from "aws-amplify";
import { createRoot } from "react-dom/client";

Amplify.configure({
  Auth: { Cognito: { userPoolId: "eu-central-1_payroll00", userPoolClientId: "payroll" } },
});

createRoot(document.getElementById("root")).render(<Authenticator />);
