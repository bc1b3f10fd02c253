/** Private key (ES256, PKCS#8, base64) of all registered devices of the demo; its public half stands in the demo. */
export const demoPrivateKey =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtcxzWd2I/Q7VNu5SrPneVPdmsVXadqrsdBREooiYHD2hRANCAARuU/dUNfUeYpYr6u900REp+g418tvHMWXoYC2BA+jTxjdqhRZF5SHjS0wGFlZmNk7JrHgorqVIlQqpOfJb0uJY";
