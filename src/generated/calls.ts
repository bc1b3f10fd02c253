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
  Customers: {
    query: {
      /**
       * Part of the name or number.
       */
      filter?: string;
      /**
       * Page, from 1.
       */
      page?: number;
      /**
       * Customers on a page.
       */
      size?: number;
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
       * How many match; counting stops at 20,000.
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
  Error: {
    query: {
      /**
       * Identifier of a stored error.
       */
      errorId?: string;
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
  Logout: {
    query: {};
    body: {
      /**
       * Identifier of the application's end-session request.
       */
      logoutId?: string;
    };
    answer: {
      /**
       * The provider's sign-out may follow, or all is done.
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
       * Ask before signing out.
       */
      prompt: boolean;
      /**
       * Somebody is signed in.
       */
      signedIn: boolean;
      client: ClientApplication | null;
      upstream: Provider | null;
      /**
       * Where the application wants the person back.
       */
      postLogoutRedirectUri: string | null;
      /**
       * Why the session ended.
       */
      reason: "signedOut" | "inactivity" | "elsewhere";
    };
  };
  Next: {
    query: {
      /**
       * The button pressed: go on, use another account, skip an optional step, go back, or cancel the application's request.
       */
      button?: "continue" | "switch" | "skip" | "back" | "cancel";
    };
    body: undefined;
    answer: Journey;
  };
  PasswordRules: {
    query: {};
    body: undefined;
    answer: PasswordRules;
  };
  ProfileImage: {
    query: {};
    body: undefined;
    answer: Uint8Array;
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
  SystemStatus: {
    query: {};
    body: undefined;
    answer: {
      /**
       * Overall state.
       */
      status: "up" | "degraded" | "down";
      /**
       * Version of the service.
       */
      version?: string;
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
  User: {
    query: {};
    body: undefined;
    answer: User;
  };
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
  /**
   * Address of its logo.
   */
  logoUrl: string | null;
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
   * When the session ends without use, epoch milliseconds.
   */
  sessionExpiresAt: number | null;
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
