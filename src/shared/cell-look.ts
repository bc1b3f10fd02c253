/** What the script of a gallery's cell does to a page that stands, because no page answer can carry it. */
export interface CellLook {
  busy: boolean;
  failed: boolean;
  /** Text keys of a message in the corner: one that goes, one that stays. */
  toast?: string;
  offer?: string;
  dialog?: "captcha" | "captchaCheckbox" | "sessionIdle" | "sessionFinal";
  /** Native value of the button that is pressed and asks back. */
  asks?: string;
}

/** Id of the script element that holds it as JSON. */
export const cellLookId = "vestibule-cell";
