/** The server cannot start; the message is for the operator and names everything that is wrong. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
