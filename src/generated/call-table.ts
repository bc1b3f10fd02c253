// Made from schemas/ by `npm run generate`. Never edited by hand.
/** What a client needs to know of each JSON call to send it. */
export const callTable = {
  Customers: {"kind":"query","method":"GET","captcha":false,"query":["filter","page","size"],"body":false},
  Error: {"kind":"query","method":"POST","captcha":false,"query":["errorId"],"body":false},
  Exchange: {"kind":"mutation","method":"POST","captcha":false,"query":[],"body":true},
  GetPartnerMetaData: {"kind":"query","method":"GET","captcha":false,"query":[],"body":false},
  IsRemoteAuthentication: {"kind":"query","method":"POST","captcha":false,"query":[],"body":false},
  LocalAllowed: {"kind":"query","method":"POST","captcha":false,"query":[],"body":false},
  Login: {"kind":"mutation","method":"POST","captcha":true,"query":[],"body":true},
  LoginView: {"kind":"query","method":"POST","captcha":false,"query":[],"body":false},
  Logout: {"kind":"mutation","method":"POST","captcha":false,"query":[],"body":true},
  LogoutView: {"kind":"query","method":"POST","captcha":false,"query":["logoutId"],"body":false},
  Next: {"kind":"mutation","method":"POST","captcha":false,"query":["button"],"body":false},
  PasswordRules: {"kind":"query","method":"POST","captcha":false,"query":[],"body":false},
  SelectCustomer: {"kind":"mutation","method":"POST","captcha":false,"query":[],"body":true},
  SelectCustomerView: {"kind":"query","method":"GET","captcha":false,"query":["cid"],"body":false},
  SetLanguage: {"kind":"mutation","method":"POST","captcha":false,"query":["language"],"body":false},
  SystemStatus: {"kind":"query","method":"POST","captcha":false,"query":[],"body":false},
  Token: {"kind":"query","method":"GET","captcha":false,"query":[],"body":false},
  User: {"kind":"query","method":"POST","captcha":false,"query":[],"body":false},
} as const;
