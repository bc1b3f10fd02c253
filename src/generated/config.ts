// Made from schemas/ by `npm run generate`. Never edited by hand.
/**
 * A whole address that leads back to the application.
 */
export type WayBack = string;

/**
 * The applications that sign in here over OpenID Connect.
 */
export interface ClientsConfig {
  /**
   * Path of this schema, so that editors complete and explain the file.
   */
  $schema?: string;
  /**
   * Client id → application.
   */
  clients: {
    [k: string]: ClientConfig;
  };
}
/**
 * One application. Addresses that people are led to are https; http on this machine alone, such as localhost.
 */
export interface ClientConfig {
  /**
   * Name shown to people.
   */
  name: string;
  /**
   * Partner whose branding the sign-in pages show for this application.
   */
  partnerId?: string;
  /**
   * Where the application starts: the way back when a sign-in cannot go on, and from a bookmark of its sign-in page.
   */
  startUrl?: string;
  /**
   * Addresses that may receive the answer, compared exactly; of a native application on loopback (127.0.0.1, [::1], localhost) at any port. None: nobody signs in to it; it only asks about the tokens that it is called with.
   *
   * @minItems 1
   */
  redirectUris?: WayBack[];
  /**
   * Addresses that may follow a sign-out.
   */
  postLogoutRedirectUris?: WayBack[];
  /**
   * Where sign-out is told, server to server.
   */
  backChannelLogoutUri?: string;
  /**
   * Environment variable X that holds the client's secret, or whose X_FILE names the file that does. Without this and jwksUri: a public client, which PKCE alone protects.
   */
  secretEnvironment?: string;
  /**
   * Where the application publishes the keys that it proves itself by, in place of a secret (private_key_jwt).
   */
  jwksUri?: string;
  /**
   * Signature of the ID token; RS256 for older applications.
   */
  idTokenAlgorithm?: "ES256" | "RS256";
  /**
   * What alone the application may ask to be told of people; without this all of it. refreshTokens allows offline_access.
   */
  scopes?: ("openid" | "profile" | "email" | "phone" | "customer" | "roles")[];
  /**
   * Who must authenticate: a local account, a provider, or any.
   */
  requires?: "local" | "vendor" | "any";
  /**
   * The provider, where one is required.
   */
  vendorId?: string;
  /**
   * The application is installed on its person's device: its addresses may have a scheme of its own that is a domain backwards (com.example.payroll:/callback), or be http on loopback, and it has neither secret nor keys.
   */
  native?: boolean;
  /**
   * The application may ask for refresh tokens (scope offline_access).
   */
  refreshTokens?: boolean;
}

/**
 * A form: which properties of a call's body it shows, in which order and how. The file's name is the form's id; its texts stand in locales/ below forms.<id>.
 */
export interface FormConfig {
  /**
   * Path of this schema, so that editors complete and explain the file.
   */
  $schema?: string;
  /**
   * What the form fills in. Types, bounds and what is required come from there; a form can require more of its fields, never less.
   */
  schema: {
    /**
     * The body of a call, relative to this file.
     */
    $ref: string;
  };
  /**
   * The fields in the order in which they are shown. What is not listed is not shown.
   *
   * @minItems 1
   */
  fields: FormField[];
  /**
   * The fact that gives the bounds of a new password (the answer of PasswordRules): they govern the new-password field and are listed below it.
   */
  rules?: "view" | "view.rules";
  /**
   * The fact that gives whose password is typed, where the form does not ask for the user name: password managers keep it under this name. Neither shown nor sent.
   */
  username?: "view.username" | "user.username";
}
/**
 * One field. Texts: forms.<form>.<name>.label, .placeholder and .required (if there are; the latter instead of “{field} is required.”), .hint, and .options.<value> for each choice.
 */
export interface FormField {
  /**
   * Property of the body; also the name of the input on the page.
   */
  name: string;
  /**
   * How it is filled in. checkbox needs a boolean, select and radio need an enum, all others a string. new-password lists the rules of a new password.
   */
  widget:
    | "text"
    | "email"
    | "password"
    | "new-password"
    | "one-time-code"
    | "checkbox"
    | "select"
    | "radio"
    | "date"
    | "phone"
    | "hidden";
  /**
   * What browsers and password managers may fill in (HTML, autofill tokens).
   */
  autocomplete?: string;
  /**
   * Keyboard of a touch screen, where the widget does not choose it.
   */
  inputMode?: "text" | "email" | "numeric" | "tel" | "url";
  /**
   * Characters of a long one-time-code that stand together; a space follows each group while it is typed.
   */
  group?: number;
  /**
   * How many digits a one-time-code has: of a whole message that is pasted, the only run of so many is taken.
   */
  digits?: number;
  /**
   * Must be filled in where it is shown, although the call also takes a body without it. What the call requires is required without a word.
   */
  required?: true;
  /**
   * Starts with the value that the view has under the same name. Never for a secret.
   */
  keep?: boolean;
  /**
   * Shows the text forms.<form>.<name>.hint below the field.
   */
  hint?: boolean;
  /**
   * Must be filled in exactly like this other field.
   */
  sameAs?: string;
  /**
   * Shown only if all of it holds: fact (view.*, form.*, partner.*, query.*, user.*) → value or list of values. A fact that is missing never matches. What is not shown is neither checked nor sent.
   */
  when?: {
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
}

/**
 * Public key, which stands in the pages.
 */
export type SiteKey = string;
/**
 * Environment variable X that holds the secret key, or whose X_FILE names the file that does.
 */
export type SecretEnvironment = string;

/**
 * A partner: branding, languages and what its pages show. The folder's name is the partner's id; what is left out comes from partners/default/.
 */
export interface PartnerConfig {
  /**
   * Path of this schema, so that editors complete and explain the file.
   */
  $schema?: string;
  /**
   * Name shown to people.
   */
  partnerName: string;
  /**
   * Domain of the partner's own site.
   */
  partnerDomain?: string;
  /**
   * Full origins under which the sign-in pages show this partner, compared exactly.
   */
  origins?: string[];
  /**
   * Main colour of the partner, #rrggbb.
   */
  themesBackgroundColor?: string;
  /**
   * Language where nothing else decides.
   */
  defaultLanguage?: string;
  /**
   * Languages that may be used; each needs a file in locales/.
   *
   * @minItems 1
   */
  availableLanguages?: string[];
  /**
   * Address of the privacy notice (GDPR, article 13), to which every page and mail leads; https, http on this machine alone.
   */
  privacyUrl?: string;
  /**
   * Address of the legal notice that says who offers the pages (in Germany the Impressum, § 5 DDG), to which every page and mail leads; https, http on this machine alone.
   */
  imprintUrl?: string;
  /**
   * What the partner's pages show.
   */
  behaviour?: {
    /**
     * Show other providers on the sign-in page. An application may send people to one all the same.
     */
    showLoginProviders?: boolean;
    /**
     * Show the language menu.
     */
    showLanguageOption?: boolean;
    /**
     * Show the background image.
     */
    showBackgroundImages?: boolean;
  };
  /**
   * File of the logo, in the same folder.
   */
  logo?: string;
  /**
   * File of the icon in browsers' tabs, bookmarks and lists of passwords, in the same folder: square, a PNG of 192 pixels, because Safari before 26 shows no SVG. None beside a logo of its own: browsers show one of theirs.
   */
  icon?: string;
  /**
   * File of the background image, in the same folder. It fills the width beside the card from under the words downwards and is cut below: at least twice as high as wide, it keeps its size when the card grows.
   */
  background?: string;
  /**
   * Mails that people get from the partner; its name is the sender's.
   */
  mail?: {
    /**
     * File of the logo in mails, in the same folder: PNG, because mail programs show no SVG, twice 40 pixels high. None: the partner's name is written.
     */
    logo?: string;
    /**
     * Address that answers to mails go to. None: the sender's.
     */
    replyTo?: string;
  };
  /**
   * Which ways in the partner's pages offer, and what they ask for.
   */
  signIn?: {
    /**
     * Ways in, in the order of the sign-in page; those before the password stand above its form. What is left out follows in the usual order.
     *
     * @minItems 1
     */
    order?: ("password" | "secureCredential" | "oneTimeToken" | "providers")[];
    /**
     * Providers of the vendors' file that the partner's people may use, in this order. None: all of them.
     */
    providers?: string[];
    /**
     * Sign-in by a one-time token that is mailed.
     */
    oneTimeToken?: boolean;
    /**
     * Sign-in by a passkey or security key; only at the public address and below its host, because browsers bind credentials to it.
     */
    secureCredential?: boolean;
    /**
     * Offer to everybody without a secure credential to set one up after sign-in.
     */
    offerDevices?: boolean;
    /**
     * Ask for the date of birth where an account is linked to a provider.
     */
    dateOfBirthAtLink?: boolean;
  };
  /**
   * Keys of Google reCAPTCHA, which is then asked before our own proof of work: the score, where that is too low the checkbox, where neither works our own. Taken as a whole; an empty object: our own alone.
   */
  captcha?: {
    checkbox?: CaptchaKey;
    score?: CaptchaScoreKey;
  };
  /**
   * Days after which a password must be changed at the next sign-in; null: it does not age.
   */
  passwordMaxAgeDays?: number | null;
  /**
   * Rules of a new password; lengths in characters.
   */
  passwordRules?: {
    /**
     * Fewest characters: 15, or 8 where each account of the partner is required a second factor; fewer than 15 are told on /devops.
     */
    minLength?: number;
    /**
     * Most characters.
     */
    maxLength?: number;
    /**
     * Longest run of the same character; null: no limit.
     */
    maxConsecutive?: number | null;
    /**
     * At least one upper case letter.
     */
    upper?: boolean;
    /**
     * At least one lower case letter.
     */
    lower?: boolean;
    /**
     * At least one number.
     */
    digit?: boolean;
    /**
     * At least one special character.
     */
    special?: boolean;
    /**
     * Characters allowed besides letters and numbers; null: any.
     */
    allowedCharacters?: string | null;
  };
}
/**
 * Version 2, the box to tick.
 */
export interface CaptchaKey {
  siteKey: SiteKey;
  secretEnvironment: SecretEnvironment;
}
/**
 * Version 3, which asks nobody anything.
 */
export interface CaptchaScoreKey {
  siteKey: SiteKey;
  secretEnvironment: SecretEnvironment;
  /**
   * Lowest score that is taken for a person's, from 0 (surely a program) to 1.
   */
  least?: number;
}

export type Icon =
  | "app"
  | "building"
  | "clock"
  | "compass"
  | "home"
  | "key"
  | "leave"
  | "link"
  | "list"
  | "lock"
  | "mail"
  | "message"
  | "shield";
/**
 * Where each outcome leads, in order; the first row that matches wins. "$journey" stands for the rows of the journey map.
 *
 * @minItems 1
 */
export type Next = ("$journey" | NextRow)[];
/**
 * The way in that a button or link is: the partner's signIn.order says where it stands, above the form or below.
 */
export type WayIn = "secureCredential" | "oneTimeToken" | "providers";
export type Link = string | LinkConfig;

/**
 * Every screen of the product: where it stands, what it loads, shows, sends and where each outcome leads. Texts are never inline: they stand in locales/ below screens.<id>.
 */
export interface ScreensConfig {
  /**
   * Path of this schema, so that editors complete and explain the file.
   */
  $schema?: string;
  /**
   * Outcome of the journey → screen. Used as "$journey" in `next`, so that no screen repeats it.
   */
  journey: {
    [k: string]: string;
  };
  /**
   * Message of locales/ (messages.<name>) → how it looks wherever it is said: a success is green, a warning yellow. Every other one is information, which is blue.
   */
  tones?: {
    [k: string]: "success" | "warning";
  };
  /**
   * Screens that somebody signed in finds in the menus of every screen, in order, each with its picture. Text: screens.<target>.link.
   */
  menu?: (string | MenuEntry)[];
  /**
   * Screen id (camelCase) → screen.
   */
  screens: {
    [k: string]: ScreenConfig;
  };
}
/**
 * An entry with a condition.
 */
export interface MenuEntry {
  /**
   * A screen id.
   */
  to: string;
  when?: When;
}
/**
 * Fact → value or list of values; all must hold, and a fact that is missing never matches. It means the JSON Schema with const, enum and required that it looks like.
 */
export interface When {
  [k: string]: string | number | boolean | (string | number | boolean)[];
}
/**
 * One screen.
 */
export interface ScreenConfig {
  /**
   * Address of the screen; * stands for every address that no other screen has.
   */
  path: string;
  /**
   * Who may open it. Without a signed-in user an authenticated screen leads to access denied.
   */
  access?: "anonymous" | "authenticated";
  /**
   * card: navbar, sidebar and card; bare: no sidebar; empty: neither sidebar nor navbar.
   */
  layout?: "card" | "bare" | "empty";
  icon?: Icon;
  /**
   * Another screen whose entries and texts this one takes over unless it says otherwise.
   */
  extends?: string;
  /**
   * Leads on at once: a screen id, or $returnUrl for the address in the query.
   */
  redirect?: string;
  enter?: EnterUse;
  load?: CallUse;
  list?: CallUse;
  /**
   * A form of schemas/forms/.
   */
  form?: string;
  /**
   * A hand-made body of src/client/panels/, for what a form cannot show. Stands above the form where there are both.
   */
  panel?: string;
  submit?: CallUse;
  auto?: When;
  autofill?: AutofillUse;
  next?: Next;
  /**
   * Further buttons, each with a call of its own. Text: screens.<id>.actions.<label>.
   */
  actions?: ActionConfig[];
  /**
   * Ways to other screens, in order; beside a form, those before the first of the list stand at its button, all others in words at the end. Text: screens.<target>.link.
   */
  links?: Link[];
  /**
   * Steps of a wizard: screens without an address. The view says at which step the person stands (view.step).
   *
   * @minItems 1
   */
  steps?: StepConfig[];
}
/**
 * A call at the door: where a row of its next matches its answer (view.*), the visitor goes there instead.
 */
export interface EnterUse {
  /**
   * Name of a contract in schemas/calls/.
   */
  call: string;
  with?: With;
  next: Next;
}
/**
 * Property of the call's body or query → fact (query.*, view.*, form.*, item.* of an action with each, answer.* of a row of next) or a fixed value after an equals sign.
 */
export interface With {
  [k: string]: string;
}
/**
 * One way on.
 */
export interface NextRow {
  when?: When;
  /**
   * A screen id, #step of this screen, or $returnUrl.
   */
  go: string;
  with?: With;
  /**
   * A message of locales/ (messages.<say>) shown on the target, in its tone (`tones`).
   */
  say?: string;
  /**
   * The answer is the view of the target step, in place of loading one: for what is told once.
   */
  show?: boolean;
}
/**
 * A call and what it is given beside the form's data.
 */
export interface CallUse {
  /**
   * Name of a contract in schemas/calls/.
   */
  call: string;
  with?: With;
  /**
   * The browser asks for a secure credential first, and the call is sent with what it answers: assertion to sign in, attestation to register one (WebAuthn). Needs script.
   */
  ceremony?: "assertion" | "attestation";
}
/**
 * A call that is sent with a secure credential which the browser offers within a field.
 */
export interface AutofillUse {
  /**
   * Name of a contract in schemas/calls/.
   */
  call: string;
  with?: With;
  /**
   * What the browser is asked for: a credential to sign in with (WebAuthn).
   */
  ceremony: "assertion";
  when?: When;
}
/**
 * A further button.
 */
export interface ActionConfig {
  /**
   * Name of a contract.
   */
  call: string;
  with?: With;
  wayIn?: WayIn;
  /**
   * Text key below screens.<id>.actions.
   */
  label: string;
  when?: When;
  /**
   * Colour of the button (specification, section 9).
   */
  color?: "primary" | "info" | "success" | "warning" | "danger" | "white" | "dark" | "light";
  icon?: Icon;
  next?: Next;
  /**
   * One button for each item of this list of the view, known as item.* in its with and as {placeholders} of its text.
   */
  each?: string;
  /**
   * Fact with the seconds until it may be pressed; the button counts them down.
   */
  wait?: string;
  /**
   * The panel shows it where it belongs, as in each row of a list; it does not stand below.
   */
  inPanel?: boolean;
  /**
   * Asks back before anything is sent. Texts: screens.<id>.confirm.<label>.title and .text; the button of the answer has the action's own text.
   */
  confirm?: boolean;
  /**
   * The browser asks for a secure credential first, and the call is sent with what it answers: assertion to sign in, attestation to register one (WebAuthn). Needs script.
   */
  ceremony?: "assertion" | "attestation";
}
/**
 * A link with a condition.
 */
export interface LinkConfig {
  /**
   * A screen id, or view.<property> for an address that the view gives; such a property ends in Url or Uri.
   */
  to: string;
  when?: When;
  wayIn?: WayIn;
  /**
   * Text key below screens.<id>.links; none: screens.<target>.link.
   */
  label?: string;
  /**
   * Stands with the picture of its screen in the list of other ways, not as a word below.
   */
  listed?: boolean;
  /**
   * The target leads back to this screen, which keeps its own return address.
   */
  comeBack?: boolean;
}
/**
 * One step of a wizard. Texts: screens.<screen>.<id>.
 */
export interface StepConfig {
  /**
   * Name of the step, #id as a target.
   */
  id: string;
  icon?: Icon;
  /**
   * A form of schemas/forms/.
   */
  form?: string;
  /**
   * A panel of src/client/panels/. Stands above the form where there are both.
   */
  panel?: string;
  submit?: CallUse;
  auto?: When;
  next?: Next;
  /**
   * Further buttons.
   */
  actions?: ActionConfig[];
  /**
   * Ways to other screens.
   */
  links?: Link[];
}

/**
 * States of one screen for the gallery: states/<screen>.json. Only what cannot be derived from the contracts and screens.config.json is written; `npm run check` proves every state against the contract of the screen's load.
 */
export interface StatesConfig {
  /**
   * Path of this schema, so that editors complete and explain the file.
   */
  $schema?: string;
  always?: RecordedState;
  states?: RecordedStates;
  /**
   * Step → what all its states have in common, and its states.
   */
  steps?: {
    [k: string]: {
      always?: RecordedState;
      states?: RecordedStates;
    };
  };
}
/**
 * What differs from the neutral page. Objects are merged, lists and everything else replaced.
 */
export interface RecordedState {
  /**
   * When people see this, for who looks at the gallery.
   */
  about?: string;
  /**
   * Of the answer of the screen's load, or of the answer that a row of next shows at this step.
   */
  view?: {
    [k: string]: unknown;
  };
  /**
   * Of the answer of the screen's list.
   */
  list?: {
    [k: string]: unknown;
  };
  /**
   * Of the answer of User. isAuthenticated is who looks: a made-up person or a visitor; unless said, as the screen's access wants it.
   */
  user?: {
    /**
     * A made-up person or a visitor.
     */
    isAuthenticated?: boolean;
    [k: string]: unknown;
  };
  /**
   * Query of the address.
   */
  query?: {
    [k: string]: string;
  };
  /**
   * Where the sign-in leads back to.
   */
  returnUrl?: string;
  /**
   * What stands in the form.
   */
  values?: {
    [k: string]: unknown;
  };
  /**
   * Field → what is wrong with it; the empty name is what is wrong in general. As an answer's `codes`.
   */
  problems?: {
    [k: string]: RecordedProblem[];
  };
  /**
   * Message of the screen before: messages.<say>.
   */
  say?: string;
  /**
   * A call is under way.
   */
  busy?: boolean;
  /**
   * The view could not be fetched; `problems` say why.
   */
  failed?: boolean;
  /**
   * Message in the corner: messages.<toast>.
   */
  toast?: string;
  /**
   * Message in the corner that stays and offers to reload: messages.<offer>.
   */
  offer?: string;
  /**
   * What stands over the page: the challenge, or the warning before the session ends.
   */
  dialog?: "captcha" | "captchaCheckbox" | "sessionIdle" | "sessionFinal";
  /**
   * The button that was pressed and asks back, as its native value: <label>, or <label>~<id> of an item.
   */
  asks?: string;
  /**
   * The same without script, where a page asks.
   */
  asksOnPage?: string;
}
export interface RecordedProblem {
  /**
   * Text key.
   */
  code: string;
  /**
   * Values of the text's placeholders.
   */
  params?: {
    [k: string]: string | number;
  };
}
/**
 * Name (as in the cell's id) → state. One that has the name of a derived state takes its place.
 */
export interface RecordedStates {
  [k: string]: RecordedState;
}

/**
 * The external providers that one can sign in with over OpenID Connect.
 */
export interface VendorsConfig {
  /**
   * Path of this schema, so that editors complete and explain the file.
   */
  $schema?: string;
  /**
   * Vendor id → provider.
   */
  vendors: {
    [k: string]: VendorConfig;
  };
}
/**
 * One provider.
 */
export interface VendorConfig {
  /**
   * Name on the button.
   */
  name: string;
  /**
   * Its picture on the button: an SVG file beside this one, which this service serves itself, so that the provider does not learn who looks at the page. It is drawn 24 pixels wide on a light and on a dark ground.
   */
  icon?: string;
  /**
   * Issuer; its discovery document stands below it. Without TLS on loopback only.
   */
  issuer: string;
  /**
   * Client id that the provider gave this service.
   */
  clientId: string;
  /**
   * Environment variable X that holds the client secret, or whose X_FILE names the file that does; it also signs the provider's invitations; none: a public client, whose people cannot be invited.
   */
  secretEnvironment?: string;
  /**
   * Scopes asked for; openid is added where it is missing.
   *
   * @minItems 1
   */
  scopes?: string[];
  /**
   * Identifiers of the customers whose people sign in by it; left out: everybody's. It is shown to whom an application sends for one of them (`acr_values=tenant:<id>`), and to whom an application sends to this provider. What a person sees stays what their account sees.
   *
   * @minItems 1
   */
  customers?: string[];
}
