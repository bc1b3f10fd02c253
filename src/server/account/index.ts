import type { Handlers } from "../call.ts";
import { applications } from "./applications.ts";
import { captchaChallenge, verifyCaptcha } from "./captcha.ts";
import { confirmContact, contactView, updateContact } from "./contact.ts";
import { customers, selectCustomer, selectCustomerView } from "./customers.ts";
import { error } from "./error.ts";
import { setLanguage } from "./language.ts";
import { logout, logoutView } from "./logout.ts";
import { sendOtp } from "./messages/send-otp.ts";
import { next } from "./next.ts";
import { loginWithOTT, loginWithOTTView } from "./one-time-token/one-time-token.ts";
import { getPartnerLogo, getPartnerMetaData, passwordRules } from "./partner.ts";
import { changePassword } from "./password/change-password.ts";
import { changeExpiredPassword, changeExpiredPasswordView } from "./password/expired-password.ts";
import { recover, recoverView } from "./password/recover.ts";
import { redeemState, resetPassword } from "./password/reset-password.ts";
import { profileImage } from "./profile-image.ts";
import { reportError } from "./report-error.ts";
import { loginWithRecoveryCode, loginWithRecoveryCodeView } from "./second-factor/recovery-code.ts";
import { redeemRecoveryCode, redeemRecoveryCodeView } from "./second-factor/recovery-code-link.ts";
import { forgetRememberedDevices } from "./second-factor/remembered-device.ts";
import { chooseSecondFactor, generatePin, pinReference } from "./second-factor/second-factor-codes.ts";
import { loginWith2FA } from "./second-factor/second-factor-sign-in.ts";
import { loginWith2FAView } from "./second-factor/second-factor-view.ts";
import { credentials, removeCredential, renameCredential } from "./secure-credential/devices.ts";
import { credentialOptions, registerCredential, skipFido } from "./secure-credential/register-device.ts";
import { assertionOptions, secureLogin } from "./secure-credential/secure-sign-in.ts";
import { exchange, extendSession, token, user } from "./session.ts";
import { removeSecondFactor } from "./set-up/two-factor-removal.ts";
import { generatePhoneVerification } from "./set-up/two-factor-setup.ts";
import { validate2faSetupCode } from "./set-up/two-factor-setup-code.ts";
import { enableTwoFactor } from "./set-up/two-factor-setup-end.ts";
import { setup2FAView } from "./set-up/two-factor-setup-view.ts";
import { login } from "./sign-in.ts";
import { isRemoteAuthentication, localAllowed, loginView } from "./sign-in-views.ts";
import { signIns } from "./sign-ins.ts";
import { silentLogin, silentLogout } from "./silent.ts";
import { systemStatus } from "./system-status.ts";
import { eexLink, externalUser, link } from "./vendor/link.ts";
import { vendorLogin, vendorLoginView } from "./vendor/vendor-login.ts";
import { upstreamLogout } from "./vendor/vendor-sign-out.ts";

/** What each call does. A contract without a handler, or a handler without a contract, does not compile. */
export const handlers: Handlers = {
  Applications: applications,
  AssertionOptions: assertionOptions,
  CaptchaChallenge: captchaChallenge,
  ChangeExpiredPassword: changeExpiredPassword,
  ChangeExpiredPasswordView: changeExpiredPasswordView,
  ChangePassword: changePassword,
  ChooseSecondFactor: chooseSecondFactor,
  ConfirmContact: confirmContact,
  ContactView: contactView,
  CredentialOptions: credentialOptions,
  Credentials: credentials,
  Customers: customers,
  EnableTwoFactor: enableTwoFactor,
  Error: error,
  Exchange: exchange,
  GeneratePhoneVerification: generatePhoneVerification,
  EexLink: eexLink,
  ExtendSession: extendSession,
  ExternalUser: externalUser,
  ForgetRememberedDevices: forgetRememberedDevices,
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
  Recover: recover,
  RecoverView: recoverView,
  RedeemRecoveryCode: redeemRecoveryCode,
  RedeemRecoveryCodeView: redeemRecoveryCodeView,
  RedeemState: redeemState,
  RegisterCredential: registerCredential,
  RemoveCredential: removeCredential,
  RemoveSecondFactor: removeSecondFactor,
  RenameCredential: renameCredential,
  ReportError: reportError,
  ResetPassword: resetPassword,
  SecureLogin: secureLogin,
  SelectCustomer: selectCustomer,
  SelectCustomerView: selectCustomerView,
  SendOTP: sendOtp,
  SetLanguage: setLanguage,
  Setup2FAView: setup2FAView,
  SignIns: signIns,
  SilentLogin: silentLogin,
  SilentLogout: silentLogout,
  SkipFido: skipFido,
  SystemStatus: systemStatus,
  Token: token,
  UpdateContact: updateContact,
  UpstreamLogout: upstreamLogout,
  User: user,
  Validate2faSetupCode: validate2faSetupCode,
  VendorLogin: vendorLogin,
  VendorLoginView: vendorLoginView,
  VerifyCaptcha: verifyCaptcha,
};
