import { languageField } from "../../shared/constants.ts";
import { untilStaying } from "./leaving.ts";

/** Where the script cannot be had, a choice of the language menu is posted, as its button does without any script. */
export function postChosenLanguage(): void {
  const menu = document.querySelector<HTMLSelectElement>(`select[name="${languageField}"]`);
  const post = () => menu?.form?.requestSubmit();
  menu?.addEventListener("change", post);
  // Chosen while the script was still expected; of who has sent something since, that goes on.
  void untilStaying().then(() => {
    if (menu?.selectedOptions[0]?.defaultSelected === false) post();
  });
}
