// Made from schemas/ by `npm run generate`. Never edited by hand.
/** What a client needs to know of each JSON call to send it. */
export const callTable = {
  Customers: {"kind":"query","method":"GET","captcha":false,"query":["filter","page","size"]},
  Error: {"kind":"query","method":"POST","captcha":false,"query":["errorId"]},
  Exchange: {"kind":"mutation","method":"POST","captcha":false,"query":[]},
  GetPartnerMetaData: {"kind":"query","method":"GET","captcha":false,"query":[]},
  IsRemoteAuthentication: {"kind":"query","method":"POST","captcha":false,"query":[]},
  LocalAllowed: {"kind":"query","method":"POST","captcha":false,"query":[]},
  Login: {"kind":"mutation","method":"POST","captcha":true,"query":[]},
  LoginView: {"kind":"query","method":"POST","captcha":false,"query":[]},
  Logout: {"kind":"mutation","method":"POST","captcha":false,"query":[]},
  LogoutView: {"kind":"query","method":"POST","captcha":false,"query":["logoutId"]},
  Next: {"kind":"mutation","method":"POST","captcha":false,"query":["button"]},
  PasswordRules: {"kind":"query","method":"POST","captcha":false,"query":[]},
  SelectCustomer: {"kind":"mutation","method":"POST","captcha":false,"query":[]},
  SelectCustomerView: {"kind":"query","method":"GET","captcha":false,"query":["cid"]},
  SetLanguage: {"kind":"mutation","method":"POST","captcha":false,"query":["language"]},
  SystemStatus: {"kind":"query","method":"POST","captcha":false,"query":[]},
  Token: {"kind":"query","method":"GET","captcha":false,"query":[]},
  User: {"kind":"query","method":"POST","captcha":false,"query":[]},
} as const;
