/** What the servers of others would answer their pages at first sight, as briefly as the pages take it: path → answer. */
export const answers: Readonly<Record<string, { type: string; body: unknown }>> = {
  "/self-service/login/flows": { type: "application/json", body: oryFlow() },
  "/idp/idx/introspect": { type: "application/ion+json; okta-version=1.0.0", body: oktaState() },
};

/** A flow as Ory's self-service API tells it. */
function oryFlow(): unknown {
  const input = (
    group: string,
    attributes: object,
    label?: { id: number; text: string; context?: object },
  ) => ({
    type: "input",
    group,
    attributes: { node_type: "input", disabled: false, ...attributes },
    messages: [],
    meta: label === undefined ? {} : { label: { type: "info", ...label } },
  });
  return {
    id: "1",
    type: "browser",
    state: "choose_method",
    requested_aal: "aal1",
    request_url: "/",
    issued_at: "2026-01-01T00:00:00Z",
    expires_at: "2126-01-01T00:00:00Z",
    ui: {
      action: "/self-service/login?flow=1",
      method: "POST",
      nodes: [
        input("default", { name: "csrf_token", type: "hidden", value: "token" }),
        input(
          "default",
          { name: "identifier", type: "text", value: "", required: true, autocomplete: "username" },
          { id: 1070002, text: "User name", context: { title: "User name" } },
        ),
        input(
          "password",
          { name: "password", type: "password", required: true, autocomplete: "current-password" },
          { id: 1070001, text: "Password" },
        ),
        input(
          "password",
          { name: "method", type: "submit", value: "password" },
          { id: 1010022, text: "Sign in with password" },
        ),
      ],
    },
  };
}

/** The state of a sign-in as Okta's identity engine tells it. */
function oktaState(): unknown {
  return {
    version: "1.0.0",
    stateHandle: "state",
    expiresAt: "2126-01-01T00:00:00.000Z",
    intent: "LOGIN",
    remediation: {
      type: "array",
      value: [
        {
          rel: ["create-form"],
          name: "identify",
          href: "/idp/idx/identify",
          method: "POST",
          produces: "application/ion+json; okta-version=1.0.0",
          accepts: "application/json; okta-version=1.0.0",
          value: [
            { name: "identifier", label: "User name" },
            {
              name: "credentials",
              type: "object",
              required: true,
              form: { value: [{ name: "passcode", label: "Password", secret: true }] },
            },
            { name: "stateHandle", required: true, value: "state", visible: false, mutable: false },
          ],
        },
      ],
    },
  };
}
