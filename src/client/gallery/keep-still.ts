/**
 * Keeps a cell as it is: no link leads away, no form is posted, no clock runs, so that pictures of it can be compared.
 * A place on the same page is still gone to, and forms still say what is wrong with what is typed.
 */
export function keepStill(): void {
  window.setInterval = (() => 0) as unknown as typeof window.setInterval;
  document.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link !== null && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
    },
    true,
  );
}
