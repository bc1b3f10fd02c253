import type { Handlers } from "../call.ts";
import { captchaChallenge, verifyCaptcha } from "./captcha.ts";
import { customers, selectCustomer, selectCustomerView } from "./customers.ts";
import { credentials, removeDevice, renameDevice } from "./devices.ts";
import { setLanguage } from "./language.ts";
import { eexLink, externalUser, link } from "./link.ts";
import { logout, logoutView } from "./logout.ts";
import { loginWithOTT, loginWithOTTView } from "./one-time-token.ts";
import { getPartnerLogo, getPartnerMetaData, passwordRules } from "./partner.ts";
import { profileImage } from "./profile-image.ts";
import { loginWithRecoveryCode, loginWithRecoveryCodeView } from "./recovery-code.ts";
import { redeemRecoveryCode } from "./recovery-code-link.ts";
import { credentialOptions, registerCredential, skipFido } from "./register-device.ts";
import { chooseSecondFactor, generatePin, pinReference } from "./second-factor-codes.ts";
import { loginWith2FA } from "./second-factor-sign-in.ts";
import { loginWith2FAView } from "./second-factor-view.ts";
import { assertionOptions, secureLogin } from "./secure-sign-in.ts";
import { sendOtp } from "./send-otp.ts";
import { exchange, next, token, user } from "./session.ts";
import { login } from "./sign-in.ts";
import { isRemoteAuthentication, localAllowed, loginView } from "./sign-in-views.ts";
import { silentLogin, silentLogout } from "./silent.ts";
import { error, systemStatus } from "./system.ts";
import { generatePhoneVerification } from "./two-factor-setup.ts";
import { validate2faSetupCode } from "./two-factor-setup-code.ts";
import { enableTwoFactor } from "./two-factor-setup-end.ts";
import { setup2FAView } from "./two-factor-setup-view.ts";
import { vendorLogin, vendorLoginView } from "./vendor.ts";

/** What each call does. A contract without a handler, or a handler without a contract, does not compile. */
export const handlers: Handlers = {
  AssertionOptions: assertionOptions,
  CaptchaChallenge: captchaChallenge,
  ChooseSecondFactor: chooseSecondFactor,
  CredentialOptions: credentialOptions,
  Credentials: credentials,
  Customers: customers,
  EnableTwoFactor: enableTwoFactor,
  Error: error,
  Exchange: exchange,
  GeneratePhoneVerification: generatePhoneVerification,
  EexLink: eexLink,
  ExternalUser: externalUser,
  GeneratePin: generatePin,
  GetPartnerLogo: getPartnerLogo,
  GetPartnerMetaData: getPartnerMetaData,
  IsRemoteAuthentication: isRemoteAuthentication,
  Link: link,
  LocalAllowed: localAllowed,
  Login: login,
  LoginView: loginView,
  LoginWith2FA: loginWith2FA,
  LoginWith2FAView: loginWith2FAView,
  LoginWithOTT: loginWithOTT,
  LoginWithOTTView: loginWithOTTView,
  LoginWithRecoveryCode: loginWithRecoveryCode,
  LoginWithRecoveryCodeView: loginWithRecoveryCodeView,
  Logout: logout,
  LogoutView: logoutView,
  Next: next,
  PasswordRules: passwordRules,
  PinReference: pinReference,
  ProfileImage: profileImage,
  RedeemRecoveryCode: redeemRecoveryCode,
  RegisterCredential: registerCredential,
  RemoveCredential: removeDevice,
  RenameCredential: renameDevice,
  SecureLogin: secureLogin,
  SelectCustomer: selectCustomer,
  SelectCustomerView: selectCustomerView,
  SendOTP: sendOtp,
  SetLanguage: setLanguage,
  Setup2FAView: setup2FAView,
  SilentLogin: silentLogin,
  SilentLogout: silentLogout,
  SkipFido: skipFido,
  SystemStatus: systemStatus,
  Token: token,
  User: user,
  Validate2faSetupCode: validate2faSetupCode,
  VendorLogin: vendorLogin,
  VendorLoginView: vendorLoginView,
  VerifyCaptcha: verifyCaptcha,
};
