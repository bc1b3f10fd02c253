/** Marks of the browser's performance timeline, for whoever measures or tests a page: see tests/bench. */
export const pageMarks = {
  /** The script has taken the server's page over. */
  takenOver: "vestibule:hydrated",
  /** The app answers to what is pressed. */
  appReady: "vestibule:app",
  /** The scripts of this version are kept on the device for the first time (specification, section 4). */
  offlineReady: "vestibule:offline-ready",
} as const;
