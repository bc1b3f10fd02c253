import { nativeFields } from "../../shared/constants.ts";

/** Where the script cannot be had, a choice of the language menu is posted, as its button does without any script. */
export function postChosenLanguage(): void {
  const menu = document.querySelector<HTMLSelectElement>(`select[name="${nativeFields.language}"]`);
  const post = () => menu?.form?.requestSubmit();
  menu?.addEventListener("change", post);
  // Chosen while the script was still expected.
  if (menu?.selectedOptions[0]?.defaultSelected === false) post();
}
