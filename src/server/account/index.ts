import type { Handlers } from "../call.ts";
import { customers, selectCustomer, selectCustomerView } from "./customers.ts";
import { setLanguage } from "./language.ts";
import { logout, logoutView } from "./logout.ts";
import { getPartnerLogo, getPartnerMetaData, passwordRules } from "./partner.ts";
import { profileImage } from "./profile-image.ts";
import { exchange, next, token, user } from "./session.ts";
import { login } from "./sign-in.ts";
import { isRemoteAuthentication, localAllowed, loginView } from "./sign-in-views.ts";
import { error, systemStatus } from "./system.ts";

/** What each call does. A contract without a handler, or a handler without a contract, does not compile. */
export const handlers: Handlers = {
  Customers: customers,
  Error: error,
  Exchange: exchange,
  GetPartnerLogo: getPartnerLogo,
  GetPartnerMetaData: getPartnerMetaData,
  IsRemoteAuthentication: isRemoteAuthentication,
  LocalAllowed: localAllowed,
  Login: login,
  LoginView: loginView,
  Logout: logout,
  LogoutView: logoutView,
  Next: next,
  PasswordRules: passwordRules,
  ProfileImage: profileImage,
  SelectCustomer: selectCustomer,
  SelectCustomerView: selectCustomerView,
  SetLanguage: setLanguage,
  SystemStatus: systemStatus,
  Token: token,
  User: user,
};
