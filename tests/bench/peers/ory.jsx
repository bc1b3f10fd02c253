import { Login } from "@ory/elements-react/theme";
import "@ory/elements-react/theme/styles.css";
import { createRoot } from "react-dom/client";

const config = {
  project: {
    name: "Payroll",
    default_locale: "en",
    default_redirect_url: "/",
    error_ui_url: "/",
    login_ui_url: "/",
    recovery_enabled: true,
    recovery_ui_url: "/",
    registration_enabled: false,
    registration_ui_url: "/",
    settings_ui_url: "/",
    verification_enabled: false,
    verification_ui_url: "/",
  },
  sdk: { url: location.origin },
};

const answer = await fetch("/self-service/login/flows?id=1");
const flow = await answer.json();
createRoot(document.getElementById("root")).render(<Login flow={flow} config={config} />);
