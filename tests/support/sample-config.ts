import type { Config } from "../../src/config/read-config.ts";

/** The repository's configuration with an application, a provider and a partner to try things with. */
export function sampleConfig(config: Config): Config {
  const standard = config.partners.default;
  return {
    ...config,
    partners: {
      ...config.partners,
      northwind: {
        ...standard,
        partnerId: "northwind",
        partnerName: "Northwind Payroll",
        origins: ["https://signin.northwind.example"],
        privacyUrl: "https://northwind.example/privacy",
        imprintUrl: "https://northwind.example/imprint",
        availableLanguages: ["en-GB", "de", "fr-CA", "ar"],
        behaviour: { ...standard.behaviour, showLoginProviders: true },
        logo: null,
        mail: config.partners.northwind?.mail ?? standard.mail,
      },
    },
    clients: {
      payroll: {
        name: "Payroll",
        partnerId: "northwind",
        startUrl: "https://payroll.example/",
        redirectUris: ["https://payroll.example/callback"],
        postLogoutRedirectUris: ["https://payroll.example/"],
      },
      outside: {
        name: "Outside",
        redirectUris: ["https://outside.example/callback"],
        requires: "vendor",
        vendorId: "contoso",
      },
    },
    vendors: {
      contoso: { name: "Contoso", issuer: "https://login.contoso.example", clientId: "vestibule" },
    },
  };
}
