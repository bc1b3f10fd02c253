/** Where input is kept over a reload, in the tab's own storage. */
export const keptInputKey = "vestibule-kept-input";

/** Whether the load before has left input for this one; asked first, so that what restores it need not be fetched. */
export function isInputKept(): boolean {
  try {
    return sessionStorage.getItem(keptInputKey) !== null;
  } catch {
    return false;
  }
}
