import OktaSignIn from "@okta/okta-signin-widget/oie";
import "@okta/okta-signin-widget/css/okta-sign-in.min.css";

const widget = new OktaSignIn({ baseUrl: location.origin, stateToken: "state", useClassicEngine: false });
widget.renderEl({ el: "#root" });
