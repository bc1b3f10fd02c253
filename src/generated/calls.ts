// Made from schemas/ by `npm run generate`. Never edited by hand.

/**
 * What a sign-in still owes; a finished one leaves by 209. The order stands in src/shared/journey.ts.
 */
export type JourneyStage =
  "passwordExpired" | "twoFactorRequired" | "twoFactorSetupRequired" | "customerChoiceRequired" | "deviceOffered";

/**
 * Query, body and 200 answer of every call.
 */
export interface Calls {
  Applications: {
    query: {};
    body: undefined;
    answer: {
      /**
       * By name, in the order of the person's language.
       */
      items: {
        /**
         * Name of the application.
         */
        name: string;
        /**
         * Where it starts; of the one whose request waits, the way on with that.
         */
        startUrl: string;
      }[];
    };
  };
  AssertionOptions: {
    query: {};
    body: {
      /**
       * User name typed so far. Changes nothing in the answer.
       */
      username?: string;
      /**
       * The browser offers credentials within the user name.
       */
      autofill?: boolean;
    };
    answer: CredentialOptions;
  };
  CaptchaChallenge: {
    query: {
      /**
       * Highest version to give: one below that which led nowhere. Version 1 there always is.
       */
      version: 1 | 2 | 3;
    };
    body: undefined;
    answer: {
      /**
       * 1 own proof of work, 2 reCAPTCHA checkbox, 3 reCAPTCHA score.
       */
      version: 1 | 2 | 3;
      /**
       * Public key of versions 2 and 3.
       */
      siteKey: string | null;
      /**
       * Folders that scripts of versions 2 and 3 come from; api.js stands in the first.
       *
       * @maxItems 3
       */
      scripts: string[];
      /**
       * What is to be solved, of version 1.
       */
      challenge: Challenge | null;
    };
  };
  ChangeExpiredPassword: {
    query: {};
    body: {
      /**
       * User name, as typed; folded by the server.
       */
      username: string;
      /**
       * Current password, as typed.
       */
      currentPassword: string;
      /**
       * New password, as typed.
       */
      newPassword: string;
      /**
       * The same once more.
       */
      confirmPassword: string;
    };
    answer: Journey;
  };
  ChangeExpiredPasswordView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Whose password it is.
       */
      username: string;
      rules: PasswordRules;
      /**
       * An application waits and can be told that the person gave up.
       */
      cancelAllowed: boolean;
    };
  };
  ChangePassword: {
    query: {};
    body: {
      /**
       * Current password, as typed.
       */
      currentPassword: string;
      /**
       * New password, as typed.
       */
      newPassword: string;
      /**
       * The same once more.
       */
      confirmPassword: string;
    };
    answer: {
      /**
       * The new password is good from now on.
       */
      outcome: "changed";
      /**
       * One-use ticket for Exchange, because the session has a new identifier.
       */
      state: string;
    };
  };
  ChooseSecondFactor: {
    query: {};
    body: {
      /**
       * Method.
       */
      method: "authenticator" | "sms" | "pin";
    };
    answer: {
      /**
       * The view says what follows.
       */
      outcome: "chosen";
    };
  };
  ConfirmContact: {
    query: {};
    body: {
      /**
       * Code, as typed or pasted; spaces do not matter.
       */
      code: string;
    };
    answer: {
      /**
       * Mails go to the new address. Or too many codes were wrong, and all begins anew.
       */
      outcome: "updated" | "challengeEnded";
    };
  };
  ContactView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Sign in again first, give an address, or type the code that was sent to it.
       */
      step: "signInAgain" | "change" | "code";
      /**
       * Address of now.
       */
      email: string | null;
      /**
       * Address that waits for its code.
       */
      newEmail: string | null;
      delivery: CodeDelivery | null;
      /**
       * There is an address of now that a waiting change can be taken back for.
       */
      canKeep: boolean;
    };
  };
  CredentialOptions: {
    query: {
      /**
       * Name for the device that the browser runs on, as a rule its browser and system. A key or a telephone that is registered instead is called that.
       */
      displayName?: string;
    };
    body: undefined;
    answer: CredentialOptions;
  };
  Credentials: {
    query: {};
    body: undefined;
    answer: {
      /**
       * The devices, newest first.
       */
      items: SecureCredential[];
      /**
       * Signed in under five minutes ago: devices may be added and removed; or offered one, of those who have none.
       */
      fresh: boolean;
      /**
       * Offered in a sign-in that is under way.
       */
      offered: boolean;
      /**
       * Devices can sign in at this partner and this address.
       */
      allowed: boolean;
    };
  };
  Customers: {
    query: {
      /**
       * Part of the name or number.
       */
      filter?: string;
      /**
       * Page, from 1.
       */
      page: number;
      /**
       * Customers on a page.
       */
      size: number;
    };
    body: undefined;
    answer: {
      /**
       * The page.
       */
      items: Customer[];
      /**
       * Page, from 1.
       */
      page: number;
      /**
       * Customers on a page.
       */
      size: number;
      /**
       * How many match; counting stops at 20,000, and where a filter is looked up in a longer list, at 1,000.
       */
      total: number;
      /**
       * False where counting stopped.
       */
      totalIsExact: boolean;
      /**
       * The filter that was used.
       */
      filter: string;
    };
  };
  EexLink: {
    query: {};
    body: {
      /**
       * Code of an invitation, as the mailed link carries it.
       */
      code: string;
    };
    answer: {
      /**
       * What came of it.
       */
      outcome: "linked" | "proofRequired";
      /**
       * Name of the provider.
       */
      provider: string;
      /**
       * The person's name there.
       */
      displayName: string | null;
    };
  };
  EnableTwoFactor: {
    query: {};
    body: {
      /**
       * At least one of the new recovery codes, so that all of them can be pasted as they were copied; spaces and hyphens do not matter.
       */
      code: string;
    };
    answer: {
      /**
       * The second factor is active.
       */
      outcome: "enabled";
    };
  };
  Error: {
    query: {
      /**
       * Identifier of a stored error, or name of one that needs nothing stored; empty: none, the page speaks for itself.
       */
      errorId: string;
    };
    body: undefined;
    answer: {
      /**
       * Identifier, null where nothing is known.
       */
      errorId: string | null;
      /**
       * What happened, a key below `errors.`.
       */
      code: string;
      client: ClientApplication | null;
      /**
       * Where to try again.
       */
      retryUrl: string | null;
      /**
       * Where the application starts.
       */
      homeUrl: string | null;
      /**
       * For the operator.
       */
      supportCode: string | null;
      /**
       * In development only.
       */
      details: string | null;
    };
  };
  Exchange: {
    query: {};
    body: {
      /**
       * The ticket, 60 seconds, once.
       */
      state: string;
    };
    answer: {
      /**
       * The new anti-forgery token.
       */
      token: string;
    };
  };
  ExtendSession: {
    query: {};
    body: undefined;
    answer: {
      /**
       * When the session ends without further use, epoch milliseconds.
       */
      sessionExpiresAt: number;
      /**
       * The same as milliseconds from now.
       */
      sessionExpiresIn: number;
    };
  };
  ExternalUser: {
    query: {
      /**
       * Code of an invitation.
       */
      id?: string;
    };
    body: undefined;
    answer: {
      /**
       * An invitation to take, an account to prove, or nothing to link.
       */
      step: "invitation" | "proof" | "none";
      /**
       * Name of the provider.
       */
      provider: string | null;
      /**
       * The person's name there.
       */
      displayName: string | null;
      /**
       * Their mail address there; says nothing about who they are here.
       */
      email: string | null;
      /**
       * User name to begin with.
       */
      username: string | null;
      /**
       * The date of birth is asked for too.
       */
      dateOfBirth: boolean;
      client: ClientApplication | null;
      /**
       * An application waits and can be told that the person gave up.
       */
      cancelAllowed: boolean;
    };
  };
  ForgetRememberedDevices: {
    query: {};
    body: undefined;
    answer: {
      /**
       * No device is remembered.
       */
      outcome: "forgotten";
    };
  };
  GeneratePhoneVerification: {
    query: {};
    body: {
      /**
       * Phone number with country code, written in groups or not.
       */
      phoneNumber: string;
    };
    answer: {
      /**
       * A code is on its way.
       */
      outcome: "sent";
      delivery: CodeDelivery;
    };
  };
  GeneratePin: {
    query: {
      /**
       * Send a new one although one is live.
       */
      forced: "true" | "false";
    };
    body: undefined;
    answer: {
      /**
       * A PIN is on its way, or still good.
       */
      outcome: "sent";
      delivery: CodeDelivery;
    };
  };
  GetPartnerLogo: {
    query: {
      /**
       * Identifier of the partner.
       */
      partnerId?: string;
    };
    body: undefined;
    answer: Uint8Array;
  };
  GetPartnerMetaData: {
    query: {};
    body: undefined;
    answer: PartnerMetadata;
  };
  IsRemoteAuthentication: {
    query: {};
    body: undefined;
    answer: {
      /**
       * An application waits.
       */
      remote: boolean;
      client: ClientApplication | null;
      /**
       * Who must authenticate.
       */
      requires: "local" | "vendor" | "any";
      /**
       * The provider, where one is required.
       */
      vendorId: string | null;
    };
  };
  Link: {
    query: {};
    body: {
      /**
       * User name, as typed; folded by the server.
       */
      username: string;
      /**
       * Password, as typed.
       */
      password: string;
      /**
       * ISO 8601 day; where the partner asks for it.
       */
      dateOfBirth?: string;
    };
    answer: Journey;
  };
  LocalAllowed: {
    query: {};
    body: undefined;
    answer: {
      /**
       * It may.
       */
      allowed: boolean;
      /**
       * Else the provider that must be used.
       */
      vendorId: string | null;
    };
  };
  Login: {
    query: {};
    body: {
      /**
       * User name, as typed; folded by the server.
       */
      username: string;
      /**
       * Password, as typed.
       */
      password: string;
      /**
       * Remember the user name on this device.
       */
      rememberLogin?: boolean;
    };
    answer: Journey;
  };
  LoginView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Remembered or hinted user name.
       */
      username: string | null;
      /**
       * The name may be remembered.
       */
      rememberAllowed: boolean;
      /**
       * Password sign-in is offered.
       */
      local: boolean;
      /**
       * A secure credential may be used.
       */
      secure: boolean;
      /**
       * A one-time token may be used.
       */
      oneTimeToken: boolean;
      /**
       * External providers.
       */
      providers: Provider[];
      /**
       * The one provider that this request must use.
       */
      onlyProvider: string | null;
      client: ClientApplication | null;
      captcha: Captcha;
      /**
       * Somebody is signed in and can go on without proving it anew.
       */
      signedIn: boolean;
      /**
       * Who is signed in already.
       */
      signedInAs: string | null;
      /**
       * An application waits and can be told that the person gave up.
       */
      cancelAllowed: boolean;
    };
  };
  LoginWith2FA: {
    query: {};
    body: {
      /**
       * Method that the code is of.
       */
      method: "authenticator" | "sms" | "pin";
      /**
       * Code, as typed or pasted; spaces do not matter.
       */
      code: string;
      /**
       * Leave out the second step on this device for a while.
       */
      rememberDevice?: boolean;
    };
    answer: {
      /**
       * What the sign-in still owes, or that too many codes were wrong and it must begin anew.
       */
      outcome:
        | "passwordExpired"
        | "twoFactorRequired"
        | "twoFactorSetupRequired"
        | "customerChoiceRequired"
        | "deviceOffered"
        | "challengeEnded";
      /**
       * One-use ticket for Exchange, present when the signed-in identity changed.
       */
      state?: string;
    };
  };
  LoginWith2FAView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Who signs in.
       */
      username: string;
      /**
       * Method that the person is at.
       */
      method: "authenticator" | "sms" | "pin";
      /**
       * Everything that may be used now.
       */
      methods: SecondFactor[];
      /**
       * Method used last.
       */
      preferred: "authenticator" | "sms" | "pin";
      /**
       * What may be used instead of the method, for conditions of buttons and links.
       */
      others: {
        /**
         * The authenticator app may be used instead.
         */
        authenticator: boolean;
        /**
         * A text message may be used instead.
         */
        sms: boolean;
        /**
         * A mailed PIN may be used instead.
         */
        pin: boolean;
        /**
         * Recovery codes are left.
         */
        recoverycode: boolean;
        /**
         * A secure credential is registered.
         */
        secure: boolean;
      };
      delivery: CodeDelivery | null;
      /**
       * Whether the second step can be left out here for a while.
       */
      rememberDevice: {
        /**
         * This device may be remembered.
         */
        allowed: boolean;
        /**
         * For how long.
         */
        days: number;
      };
      /**
       * An application waits, which can be told that the person does not want to sign in.
       */
      cancelAllowed: boolean;
    };
  };
  LoginWithOTT: {
    query: {};
    body: {
      /**
       * User name; none: the one that the token was asked for here.
       */
      username?: string;
      /**
       * Token, as typed or as the link carries it.
       */
      token: string;
    };
    answer: {
      /**
       * What the sign-in still owes, or that too many tokens were wrong and another must be asked for.
       */
      outcome:
        | "passwordExpired"
        | "twoFactorRequired"
        | "twoFactorSetupRequired"
        | "customerChoiceRequired"
        | "deviceOffered"
        | "challengeEnded";
      /**
       * One-use ticket for Exchange, present when the signed-in identity changed.
       */
      state?: string;
    };
  };
  LoginWithOTTView: {
    query: {
      /**
       * One-time token of a mailed link.
       */
      state?: string;
      /**
       * `mailed`: a mailed link led here, also once its state is no longer in the address.
       */
      link?: string;
    };
    body: undefined;
    answer: {
      /**
       * Ask for a token, type it, press the button of a mailed link, or open that link again because this page was reloaded without its state.
       */
      step: "request" | "token" | "mailedLink" | "openAgain";
      /**
       * User name that the token was asked for.
       */
      username: string | null;
      delivery: CodeDelivery | null;
    };
  };
  LoginWithRecoveryCode: {
    query: {};
    body: {
      /**
       * Recovery code; spaces and hyphens do not matter.
       */
      code: string;
    };
    answer: {
      /**
       * The code was right: how many are left is told next. Or too many were wrong and the sign-in must begin anew.
       */
      outcome: "codeUsed" | "challengeEnded";
      /**
       * Codes left.
       */
      left?: number;
    };
  };
  LoginWithRecoveryCodeView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Who signs in.
       */
      username: string;
      /**
       * Type a code, or read how many are left.
       */
      step: "code" | "used";
      /**
       * Digits of a code.
       */
      length: number;
      /**
       * Codes are digits alone.
       */
      digitsOnly: boolean;
      /**
       * Codes left, once one was used.
       */
      left: number | null;
      /**
       * An application waits, which can be told that the person does not want to sign in.
       */
      cancelAllowed: boolean;
    };
  };
  Logout: {
    query: {};
    body: {
      /**
       * Identifier of the application's end-session request.
       */
      logoutId?: string;
      /**
       * Which sessions end: the one here, as without it, or all of the person's, with every token of applications.
       */
      scope?: "here" | "everywhere";
    };
    answer: {
      /**
       * The provider may be left too (UpstreamLogout), or all is done.
       */
      outcome: "upstream" | "signedOut";
      /**
       * For the page that follows.
       */
      logoutId?: string | null;
      /**
       * One-use ticket for Exchange.
       */
      state?: string;
    };
  };
  LogoutView: {
    query: {
      /**
       * Identifier of the application's end-session request.
       */
      logoutId?: string;
    };
    body: undefined;
    answer: {
      /**
       * Identifier of a live request.
       */
      logoutId: string | null;
      /**
       * Ask before signing out, because no application proved that it means this session.
       */
      prompt: boolean;
      /**
       * Where the sign-out stands: somebody is signed in; they may leave their provider too; nobody is signed in.
       */
      stage: "confirm" | "provider" | "done";
      client: ClientApplication | null;
      /**
       * The provider that the person may leave too.
       */
      upstream: Provider | null;
      /**
       * Where the application wants the person back.
       */
      postLogoutRedirectUri: string | null;
      /**
       * Why the session ended.
       */
      reason: "signedOut" | "inactivity" | "elsewhere" | "timeLimit";
    };
  };
  Next: {
    query: {
      /**
       * The button pressed: go on, use another account, skip an optional step, go back, or cancel the application's request.
       */
      button: "continue" | "switch" | "skip" | "back" | "cancel";
    };
    body: undefined;
    answer: Journey;
  };
  PasswordRules: {
    query: {};
    body: undefined;
    answer: PasswordRules;
  };
  PinReference: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Masked address; null: no PIN is live.
       */
      destination: string | null;
      /**
       * Short reference on screen and in the mail.
       */
      reference: string | null;
      /**
       * Epoch milliseconds.
       */
      expiresAt: number | null;
      /**
       * Seconds until another may be asked for.
       */
      resendAfter: number;
    };
  };
  ProfileImage: {
    query: {
      /**
       * Tells pictures apart by their address; the picture is this browser's person's all the same.
       */
      userId?: string;
    };
    body: undefined;
    answer: Uint8Array;
  };
  Recover: {
    query: {};
    body: {
      /**
       * User name, as typed; folded by the server.
       */
      username: string;
    };
    answer: {
      /**
       * A mail is on its way, if there is an account.
       */
      outcome: "sent";
      /**
       * How long its link is good.
       */
      minutes: number;
    };
  };
  RecoverView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Who is half-way signed in, else the user name that the application hints at, of who is signed in, or remembered.
       */
      username: string | null;
    };
  };
  RedeemRecoveryCode: {
    query: {
      /**
       * Identifier of the mailed link.
       */
      id?: string;
    };
    body: undefined;
    answer: {
      /**
       * The codes are in the answer and nowhere else.
       */
      outcome: "redeemed";
      /**
       * Recovery codes.
       */
      recoveryCodes: string[];
      /**
       * Epoch milliseconds.
       */
      issuedAt: number;
      /**
       * Whose codes they are, for the paper that they are printed on.
       */
      username: string;
    };
  };
  RedeemRecoveryCodeView: {
    query: {
      /**
       * Identifier of the mailed link.
       */
      id?: string;
    };
    body: undefined;
    answer: {
      /**
       * Collect the codes, or open the link again because this page was reloaded without its identifier.
       */
      step: "collect" | "openAgain";
      /**
       * Whose codes they are.
       */
      username: string | null;
    };
  };
  RedeemState: {
    query: {
      /**
       * State of the mailed link.
       */
      state?: string;
    };
    body: undefined;
    answer: {
      /**
       * Choose the password, or open the link again because this page was reloaded without its state.
       */
      step: "choose" | "openAgain";
      /**
       * Whose password it is.
       */
      username: string | null;
      rules: PasswordRules;
    };
  };
  RegisterCredential: {
    query: {};
    body: Attestation;
    answer: {
      /**
       * What the sign-in still owes, or that the device was added to one's list outside of a sign-in.
       */
      outcome:
        | "passwordExpired"
        | "twoFactorRequired"
        | "twoFactorSetupRequired"
        | "customerChoiceRequired"
        | "deviceOffered"
        | "registered";
      /**
       * One-use ticket for Exchange, present when the signed-in identity changed.
       */
      state?: string;
    };
  };
  RemoveCredential: {
    query: {};
    body: {
      /**
       * Credential id. Url-safe base64.
       */
      id: string;
    };
    answer: {
      /**
       * It can no longer sign in.
       */
      outcome: "removed";
      unknownCredential: UnknownCredential;
    };
  };
  RemoveSecondFactor: {
    query: {};
    body: {
      /**
       * Method.
       */
      method: "authenticator" | "sms" | "pin";
    };
    answer: {
      /**
       * It is not active, now or already before.
       */
      outcome: "removed";
    };
  };
  RenameCredential: {
    query: {};
    body: {
      /**
       * Credential id. Url-safe base64.
       */
      id: string;
      /**
       * New name.
       */
      name: string;
    };
    answer: {
      /**
       * It has the new name.
       */
      outcome: "renamed";
    };
  };
  ReportError: {
    query: {};
    body: {
      /**
       * What the error says.
       */
      message: string;
      /**
       * Address of the script, without its query.
       */
      source: string;
      /**
       * Line, parsed from the stack; 0: not known.
       */
      line: number;
      /**
       * Column, parsed from the stack; 0: not known.
       */
      column: number;
      /**
       * The stack, as browsers write it.
       */
      stack: string;
      /**
       * Path of the page.
       */
      page: string;
      /**
       * The browser, as it names itself.
       */
      browser: string;
    };
    answer: {
      /**
       * Finds the error in the log.
       */
      supportCode: string;
    };
  };
  ResetPassword: {
    query: {};
    body: {
      /**
       * State of the mailed link.
       */
      state: string;
      /**
       * New password, as typed.
       */
      newPassword: string;
      /**
       * The same once more.
       */
      confirmPassword: string;
    };
    answer: {
      /**
       * The new password is good from now on.
       */
      outcome: "reset";
    };
  };
  SecureLogin: {
    query: {};
    body: Assertion;
    answer: Journey;
  };
  SelectCustomer: {
    query: {};
    body: {
      /**
       * Identifier of the customer.
       */
      customerId: string;
    };
    answer: Journey;
  };
  SelectCustomerView: {
    query: {
      /**
       * Customer that was asked for.
       */
      cid?: string;
    };
    body: undefined;
    answer: {
      /**
       * A choice is owed before the journey goes on.
       */
      required: boolean;
      /**
       * How many customers there are; counting stops at 20,000.
       */
      total: number;
      current: Customer | null;
      requested: Customer | null;
      /**
       * Chosen lately.
       */
      recent: Customer[];
    };
  };
  SendOTP: {
    query: {};
    body: {
      /**
       * What the code is for.
       */
      purpose: "secondFactor" | "oneTimeToken";
      /**
       * How it is sent.
       */
      channel: "sms" | "mail";
      /**
       * User name, for a one-time token.
       */
      username?: string;
    };
    answer: {
      /**
       * A code is on its way.
       */
      outcome: "sent";
      delivery: CodeDelivery;
    };
  };
  SetLanguage: {
    query: {
      /**
       * Language tag.
       */
      language?: string;
    };
    body: undefined;
    answer: {
      /**
       * The language now used.
       */
      language: string;
      /**
       * Its writing direction.
       */
      direction: "ltr" | "rtl";
    };
  };
  Setup2FAView: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Step that the person is at.
       */
      step: "signInAgain" | "choose" | "authenticator" | "phone" | "code" | "codes" | "done";
      /**
       * An administrator requires a second factor.
       */
      required: boolean;
      /**
       * The wizard may be left.
       */
      canSkip: boolean;
      /**
       * Method that is being set up.
       */
      method: "authenticator" | "sms" | "pin" | null;
      /**
       * Methods to choose from.
       */
      methods: {
        /**
         * Method.
         */
        id: "authenticator" | "sms" | "pin";
        /**
         * It can be set up.
         */
        available: boolean;
        /**
         * It is active already.
         */
        configured: boolean;
      }[];
      /**
       * The same, for conditions.
       */
      available: {
        /**
         * The authenticator app can be set up.
         */
        authenticator: boolean;
        /**
         * Text messages can be set up.
         */
        sms: boolean;
        /**
         * A mailed PIN can be set up.
         */
        pin: boolean;
      };
      /**
       * What asks at sign-in now, the one used last first; to who is signed in.
       */
      factors: SecondFactor[];
      /**
       * The same, for conditions.
       */
      active: {
        /**
         * The authenticator app is active.
         */
        authenticator: boolean;
        /**
         * Text messages are active.
         */
        sms: boolean;
        /**
         * A mailed PIN is active.
         */
        pin: boolean;
      };
      /**
       * An active one may be removed; or after a fresh sign-in; or not, because an administrator requires the last one; or there is none.
       */
      removal: "allowed" | "signInAgain" | "required" | "none";
      /**
       * The second step is skipped on a device for a while; told to who is signed in.
       */
      rememberedDevices: boolean;
      /**
       * What the authenticator app needs, at its step only.
       */
      authenticator: {
        /**
         * Key to type, base32 in groups.
         */
        sharedKey: string;
        /**
         * What the QR code holds.
         */
        otpauthUri: string;
      } | null;
      /**
       * User name of the account, for what is printed.
       */
      username: string;
      /**
       * Number of this set-up; before one was typed that of the account, to who is signed in.
       */
      phoneNumber: string | null;
      /**
       * Mail address of the account, masked.
       */
      email: string | null;
      /**
       * A second factor is active already: its recovery codes end with the new ones.
       */
      replacesCodes: boolean;
      /**
       * Where the code is that is on its way, at its step only.
       */
      delivery: CodeDelivery | null;
      /**
       * The new recovery codes, at their step only.
       */
      recoveryCodes: string[] | null;
    };
  };
  SignIns: {
    query: {
      /**
       * Page, from 1.
       */
      page: number;
      /**
       * Sign-ins on a page.
       */
      size: number;
    };
    body: undefined;
    answer: {
      /**
       * The page.
       */
      items: {
        /**
         * When, milliseconds since 1970.
         */
        at: number;
        /**
         * How it began: with a password, a one-time token, a registered device or a provider.
         */
        way: "password" | "token" | "device" | "provider";
        /**
         * Name of the provider, where one vouched and is still there.
         */
        provider: string | null;
        /**
         * A second step was proven too. A device counts as both.
         */
        secondStep: boolean;
        /**
         * Browser as it named itself; null: not known.
         */
        browser: string | null;
        /**
         * Its system; null: not known.
         */
        system: string | null;
        /**
         * Network that it came from: the address without what names one computer in it.
         */
        address: string;
      }[];
      /**
       * Page, from 1.
       */
      page: number;
      /**
       * Sign-ins on a page.
       */
      size: number;
      /**
       * How many there are.
       */
      total: number;
      /**
       * How many tries to sign in to this account were refused in the last 30 days.
       */
      refused: number;
    };
  };
  SilentLogin: {
    query: {};
    body: undefined;
    answer: {
      /**
       * It can; somebody has to sign in first; somebody is signed in and something else is owed.
       */
      outcome: "signedIn" | "loginRequired" | "interactionRequired";
    };
  };
  SilentLogout: {
    query: {};
    body: {
      /**
       * Why the session ends: nobody used it, another window ended it, or it has lived as long as any may.
       */
      reason: "inactivity" | "elsewhere" | "timeLimit";
      /**
       * End of the session as the caller knows it (User); one that ends later than this was used by somebody else and goes on.
       */
      sessionExpiresAt?: number;
    };
    answer: {
      /**
       * The session has ended, or was used meanwhile and goes on.
       */
      outcome: "signedOut" | "signedIn";
      /**
       * Why it ended or should have.
       */
      reason: "inactivity" | "elsewhere" | "timeLimit";
      /**
       * When the session that goes on ends without use, epoch milliseconds.
       */
      sessionExpiresAt?: number;
      /**
       * The same as milliseconds from now.
       */
      sessionExpiresIn?: number;
      /**
       * One-use ticket for Exchange.
       */
      state?: string;
    };
  };
  SkipFido: {
    query: {};
    body: undefined;
    answer: Journey;
  };
  SystemStatus: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Overall state: down where nobody can sign in, degraded where anything is not as it should be but a gateway for text messages that nobody has set up.
       */
      status: "up" | "degraded" | "down";
      /**
       * When this was so, epoch milliseconds.
       */
      at?: number;
      /**
       * Version of the service.
       */
      version?: string;
      /**
       * Digest of the configuration files that are in force.
       */
      configHash?: string;
      /**
       * Seconds since the process started.
       */
      uptime?: number;
      /**
       * What the service needs.
       */
      checks?: {
        /**
         * What was looked at.
         */
        name:
          | "database"
          | "messages"
          | "mailGateway"
          | "smsGateway"
          | "captcha"
          | "vendor"
          | "signingKeys"
          | "clock"
          | "disk"
          | "eventLoop";
        /**
         * Which one, where there are several.
         */
        subject?: string;
        /**
         * What was found.
         */
        status: "up" | "degraded" | "down";
        /**
         * How long the look took, milliseconds.
         */
        latencyMs: number;
        /**
         * Why it is not up.
         */
        reason?:
          | "noAnswer"
          | "wrongAnswer"
          | "notWritable"
          | "slow"
          | "waiting"
          | "notConfigured"
          | "missing"
          | "old"
          | "offset"
          | "full";
        /**
         * Figure of the reason: milliseconds (slow, offset), seconds (waiting), days (old), mebibytes (full), status (wrongAnswer).
         */
        value?: number;
      }[];
      /**
       * What waits.
       */
      queues?: {
        /**
         * Mails and text messages, of all processes.
         */
        messages: {
          /**
           * Messages on their way.
           */
          waiting: number;
          /**
           * How long the oldest has waited, but for recipients who alone cannot be reached; null: none waits.
           */
          oldestSeconds: number | null;
          /**
           * Given up in the last hour.
           */
          failed: number;
        };
        /**
         * Sign-outs that applications are told of, of all processes.
         */
        signOuts: {
          /**
           * Notices on their way.
           */
          waiting: number;
        };
        /**
         * Of this process.
         */
        hashes: {
          /**
           * Passwords that are being checked.
           */
          running: number;
          /**
           * Passwords that wait for it.
           */
          waiting: number;
        };
      };
      /**
       * Errors of the last hour that nothing caught, of all processes; the log has them.
       */
      errors?: {
        /**
         * Of pages.
         */
        client: number;
        /**
         * Of ours.
         */
        server: number;
        /**
         * What browsers kept out by the policy of a page, as they report it.
         */
        policy: number;
      };
      /**
       * Settings below what OWASP and NIST recommend.
       */
      baseline?: {
        /**
         * Which recommendation.
         */
        rule: string;
        /**
         * Whose setting it is; null: the installation's.
         */
        partner: string | null;
        /**
         * Key of the partner's file, or variable of the environment.
         */
        setting: string;
        /**
         * What it is set to.
         */
        value: string;
        /**
         * Where the recommendation stands.
         */
        source: string;
      }[];
      /**
       * The last sixty minutes, of all processes; the last one is not over.
       */
      hour?: {
        /**
         * Beginning of the first minute, epoch milliseconds.
         */
        from: number;
        /**
         * Sign-ins by the minute.
         */
        signIns: number[];
        /**
         * Refused proofs by the minute.
         */
        failures: number[];
        /**
         * Milliseconds that half of the answers took at most; null: there were none.
         */
        p50: (number | null)[];
        /**
         * Milliseconds that 95 of a hundred answers took at most.
         */
        p95: (number | null)[];
      };
    };
  };
  Token: {
    query: {};
    body: undefined;
    answer: {
      /**
       * The token; the readable cookie holds the same.
       */
      token: string;
    };
  };
  UpdateContact: {
    query: {};
    body: {
      /**
       * Mail address.
       */
      email: string;
    };
    answer: {
      /**
       * A code is on its way, or mails go there already.
       */
      outcome: "sent" | "unchanged";
    };
  };
  UpstreamLogout: {
    query: {
      /**
       * The button pressed: leave the provider too, or stay signed in there.
       */
      button: "signout" | "stay";
    };
    body: {
      /**
       * Identifier of the sign-out, as Logout answered it.
       */
      logoutId: string;
    };
    answer: {
      /**
       * All is done, or the provider cannot be reached, so that the person may still be signed in there.
       */
      outcome: "signedOut" | "unreachable";
    };
  };
  User: {
    query: {};
    body: undefined;
    answer: User;
  };
  Validate2faSetupCode: {
    query: {};
    body: {
      /**
       * Method that the page shows: where another tab chose another one, this one is led there.
       */
      method?: "authenticator" | "sms" | "pin";
      /**
       * Code, as typed or pasted; spaces do not matter.
       */
      code: string;
    };
    answer: {
      /**
       * The method works: the view shows the recovery codes. Or too many codes were wrong, and a method must be chosen anew.
       */
      outcome: "valid" | "challengeEnded";
    };
  };
  VendorLogin: {
    query: {};
    body: {
      /**
       * The provider.
       */
      vendorId: string;
      /**
       * Remember the user name on this device.
       */
      rememberLogin?: boolean;
    };
    answer: undefined;
  };
  VendorLoginView: {
    query: {
      /**
       * The provider; none: the one that the application wants, or a choice.
       */
      vendorId?: string;
    };
    body: undefined;
    answer: {
      /**
       * One provider, a choice of several, or none to sign in with.
       */
      step: "provider" | "choose" | "none";
      /**
       * The provider that this page is about.
       */
      vendorId: string | null;
      /**
       * Its name.
       */
      displayName: string | null;
      /**
       * Address of its picture.
       */
      logoUrl: string | null;
      /**
       * The application wants this provider and it was not asked yet: the page may go there by itself.
       */
      autoStart: boolean;
      /**
       * What there is to choose from, where no provider is named.
       */
      providers: Provider[];
      /**
       * The local form may be used as well.
       */
      local: boolean;
      client: ClientApplication | null;
      /**
       * An application waits and can be told that the person gave up.
       */
      cancelAllowed: boolean;
    };
  };
  VerifyCaptcha: {
    query: {};
    body: {
      /**
       * 1 own proof of work, 2 reCAPTCHA checkbox, 3 reCAPTCHA score.
       */
      version: 1 | 2 | 3;
      /**
       * What the widget gives; of version 1: challenge and solution as JSON in base64.
       */
      token: string;
    };
    /**
     * The solution is right.
     */
    answer: boolean;
  };
}
/**
 * What a browser needs to begin a registration or a secure sign-in (specification, section 3).
 */
export interface CredentialOptions {
  /**
   * Random challenge, once, five minutes. Url-safe base64.
   */
  challenge: string;
  /**
   * Random user handle. Url-safe base64.
   */
  userId?: string;
  /**
   * Name to show in the browser's prompt.
   */
  userName?: string;
  /**
   * Name to show in the browser's prompt.
   */
  displayName?: string;
  /**
   * Domain that the credential is bound to.
   */
  relyingPartyId?: string;
  /**
   * Name of the service.
   */
  relyingPartyName?: string;
  /**
   * Credentials that may sign in.
   */
  allowedCredentials?: CredentialDescriptor[];
  /**
   * Credentials that are registered already.
   */
  excludedCredentials?: CredentialDescriptor[];
  /**
   * Kind of device wanted.
   */
  authenticatorAttachment?: "platform" | "cross-platform" | null;
  /**
   * Whether the device must keep the credential itself, so that it is found without a user name.
   */
  residentKey?: "required" | "preferred" | "discouraged";
  /**
   * Whether the device must know its user.
   */
  userVerification?: "required" | "preferred" | "discouraged";
  /**
   * Milliseconds.
   */
  timeout?: number;
  /**
   * COSE algorithms accepted.
   */
  algorithms?: number[];
}
/**
 * A known secure credential (WebAuthn, PublicKeyCredentialDescriptor).
 */
export interface CredentialDescriptor {
  /**
   * Credential id. Url-safe base64.
   */
  id: string;
  /**
   * Always public-key.
   */
  type: "public-key";
  /**
   * How it may be reached.
   *
   * Items: Transport.
   */
  transports?: string[];
}
/**
 * A proof of work: find the counter whose key, derived from nonce, counter and salt, begins with the prefix.
 */
export interface Challenge {
  parameters: {
    /**
     * How keys are derived.
     */
    algorithm: string;
    /**
     * Hexadecimal; the counter is appended to it.
     */
    nonce: string;
    /**
     * Hexadecimal.
     */
    salt: string;
    /**
     * Rounds of one derivation.
     */
    cost: number;
    /**
     * Bytes of a derived key.
     */
    keyLength: number;
    /**
     * Hexadecimal beginning of the key that is looked for.
     */
    keyPrefix: string;
    /**
     * Last second in which a solution counts, since 1970.
     */
    expiresAt: number;
    data: {
      /**
       * The browser that it is for, hashed.
       */
      browser: string;
    };
  };
  /**
   * Ours, over all parameters.
   */
  signature: string;
}
/**
 * Answer of a call that takes the sign-in one stage further.
 */
export interface Journey {
  outcome: JourneyStage;
  /**
   * One-use ticket for Exchange, present when the signed-in identity changed.
   */
  state?: string;
}
/**
 * Bounds of a new password (specification, section 5). Lengths in code points.
 */
export interface PasswordRules {
  /**
   * Fewest characters.
   */
  minLength: number;
  /**
   * Most characters.
   */
  maxLength: number;
  /**
   * Longest allowed run of the same character; null: no limit.
   */
  maxConsecutive: number | null;
  /**
   * At least one upper case letter.
   */
  upper: boolean;
  /**
   * At least one lower case letter.
   */
  lower: boolean;
  /**
   * At least one number.
   */
  digit: boolean;
  /**
   * At least one special character.
   */
  special: boolean;
  /**
   * Characters that may occur besides letters and numbers; null: any.
   */
  allowedCharacters: string | null;
  /**
   * Names of partner and product: like the user name, none of their words of four letters or more may occur.
   */
  words: string[];
}
/**
 * Where a sent code went and how long it lives.
 */
export interface CodeDelivery {
  /**
   * Masked address or number; null where it would tell whether there is such an account.
   */
  destination: string | null;
  /**
   * Short reference shown on screen and in the message.
   */
  reference: string | null;
  /**
   * Epoch milliseconds; earlier once its message was taken by the gateway.
   */
  expiresAt: number;
  /**
   * Seconds until another may be asked for.
   */
  resendAfter: number;
}
/**
 * A registered device as its owner sees it.
 */
export interface SecureCredential {
  /**
   * Credential id. Url-safe base64.
   */
  id: string;
  /**
   * Name that the owner gave it.
   */
  name: string;
  /**
   * Epoch milliseconds.
   */
  createdAt: number;
  /**
   * Epoch milliseconds; null: never.
   */
  lastUsedAt: number | null;
}
/**
 * A customer (tenant) of the payroll and HR provider as the person choosing it sees it.
 */
export interface Customer {
  /**
   * Stable identifier.
   */
  id: string;
  /**
   * Name of the customer.
   */
  name: string;
  /**
   * Customer number as printed on invoices.
   */
  number: string;
  /**
   * When this person chose it last, epoch milliseconds; null: never.
   */
  lastUsedAt: number | null;
}
/**
 * The application that waits for this sign-in, as a person may see it.
 */
export interface ClientApplication {
  /**
   * Name of the application.
   */
  name: string;
}
/**
 * Partner metadata (specification, section 3).
 */
export interface PartnerMetadata {
  /**
   * Identifier; the folder's name.
   */
  partnerId: string;
  /**
   * Name to show.
   */
  partnerName: string;
  /**
   * Host that the partner's people use.
   */
  partnerDomain: string;
  /**
   * Main colour, #rrggbb.
   */
  themesBackgroundColor: string;
  /**
   * Language where nothing else decides.
   */
  defaultLanguage: string;
  /**
   * Languages that may be used.
   *
   * @minItems 1
   *
   * Items: Language tag.
   */
  availableLanguages: string[];
  /**
   * Ways in, in the order of the sign-in page; those before the password stand above its form.
   */
  waysIn: ("password" | "secureCredential" | "oneTimeToken" | "providers")[];
  /**
   * Address of the privacy notice, where there is one.
   */
  privacyUrl?: string;
  /**
   * Address of the legal notice, where there is one.
   */
  imprintUrl?: string;
  /**
   * What the partner's pages show.
   */
  behaviour: {
    /**
     * Show the providers on the sign-in page.
     */
    showLoginProviders: boolean;
    /**
     * Show the language menu.
     */
    showLanguageOption: boolean;
    /**
     * Show the background image.
     */
    showBackgroundImages: boolean;
  };
}
/**
 * An external provider (vendor) that one can sign in with.
 */
export interface Provider {
  /**
   * Identifier, `vendorId` of VendorLogin.
   */
  id: string;
  /**
   * Name on the button.
   */
  displayName: string;
  /**
   * Address of its icon.
   */
  iconUrl: string | null;
}
/**
 * Whether and how a challenge must be solved before a call.
 */
export interface Captcha {
  /**
   * 1 own proof of work, 2 reCAPTCHA checkbox, 3 reCAPTCHA score.
   */
  version: 1 | 2 | 3;
  /**
   * Public key of versions 2 and 3.
   */
  siteKey: string | null;
  /**
   * A challenge must be solved now.
   */
  required: boolean;
}
/**
 * A second-factor method that may be used now.
 */
export interface SecondFactor {
  /**
   * Method.
   */
  id: "authenticator" | "sms" | "pin" | "recoverycode" | "secure";
  /**
   * Masked number or address.
   */
  destination: string | null;
}
/**
 * A registration as the browser answers it (specification, section 3).
 */
export interface Attestation {
  /**
   * Credential id. Url-safe base64.
   */
  id: string;
  /**
   * Credential id, again. Url-safe base64.
   */
  rawId: string;
  /**
   * Always public-key.
   */
  type: "public-key";
  /**
   * Whether it is part of the device that the browser runs on, or came to it; left out: the browser does not tell.
   */
  authenticatorAttachment?: "platform" | "cross-platform";
  /**
   * Extension results. Only those asked for are sent on.
   */
  extensions?: {
    /**
     * Properties of the credential.
     */
    credProps?: {
      /**
       * The device keeps the credential itself, so that it is found without a user name.
       */
      rk?: boolean;
    };
  };
  response: {
    /**
     * Attestation object. Url-safe base64.
     */
    attestationObject: string;
    /**
     * Client data. Url-safe base64.
     */
    clientDataJson: string;
    /**
     * How the device may be reached, so that the browser need not ask when it is registered again.
     *
     * @maxItems 8
     *
     * Items: Transport.
     */
    transports?: string[];
  };
}
/**
 * A credential that signs nobody in: the browser is told to offer it no more (WebAuthn, UnknownCredentialOptions).
 */
export interface UnknownCredential {
  /**
   * Domain that the credential is bound to.
   */
  relyingPartyId: string;
  /**
   * Credential id. Url-safe base64.
   */
  id: string;
}
/**
 * A secure sign-in as the browser answers it (specification, section 3).
 */
export interface Assertion {
  /**
   * Credential id. Url-safe base64.
   */
  id: string;
  /**
   * Credential id, again. Url-safe base64.
   */
  rawId: string;
  /**
   * Always public-key.
   */
  type: "public-key";
  /**
   * Extension results. Only those asked for are sent on.
   */
  extensions?: {
    /**
     * Properties of the credential.
     */
    credProps?: {
      /**
       * The device keeps the credential itself, so that it is found without a user name.
       */
      rk?: boolean;
    };
  };
  response: {
    /**
     * Authenticator data. Url-safe base64.
     */
    authenticatorData: string;
    /**
     * Client data. Url-safe base64.
     */
    clientDataJson: string;
    /**
     * Handle of the person whose credential it is; null: the device does not tell. Url-safe base64.
     */
    userHandle: string | null;
    /**
     * Signature. Url-safe base64.
     */
    signature: string;
  };
}
/**
 * The current user and what the sign-in still owes; anonymous: isAuthenticated false and nothing else known.
 */
export interface User {
  /**
   * Signed in, every required stage passed.
   */
  isAuthenticated: boolean;
  /**
   * Stable identifier.
   */
  userId: string | null;
  /**
   * Name used to sign in.
   */
  username: string | null;
  /**
   * Name to show.
   */
  displayName: string | null;
  /**
   * Mail address.
   */
  email: string | null;
  /**
   * Address of the profile image.
   */
  picture: string | null;
  /**
   * Chosen language.
   */
  language: string | null;
  /**
   * Roles by number and name.
   */
  roles: Role[];
  /**
   * Any of roles 3, 4 or 5.
   */
  isVendor: boolean;
  customer: Customer | null;
  /**
   * There is more than one customer to choose from.
   */
  hasCustomerChoice: boolean;
  /**
   * When the session ends without use, epoch milliseconds.
   */
  sessionExpiresAt: number | null;
  /**
   * The same as milliseconds from now, for devices whose clock is wrong; of somebody signed in.
   */
  sessionExpiresIn?: number;
  /**
   * When it ends whatever happens, epoch milliseconds; of somebody signed in.
   */
  sessionEndsAt?: number;
  pending: JourneyStage | null;
}
/**
 * A role by number and name (specification, section 6).
 */
export interface Role {
  /**
   * Number of the role.
   */
  id: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /**
   * Name of the role.
   */
  name: "EMPLOYEE" | "MANAGER" | "VENDOR_SUPPORT" | "VENDOR_OPERATIONS" | "VENDOR_PARTNER" | "ADMIN" | "HR_ADMIN";
}
