/**
 * Keeps a cell as it is: no link leads away, no form is posted, no clock runs, so that pictures of it can be compared.
 * A place on the same page is still gone to, and forms still say what is wrong with what is typed.
 */
export function keepStill(): void {
  if (window.parent !== window) beAPicture();
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

/** In the overview a cell takes no focus, to which the overview would scroll, and has no scroll bar to leave room for. */
function beAPicture(): void {
  document.documentElement.style.scrollbarGutter = "auto";
  HTMLElement.prototype.focus = () => undefined;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.inert = true;
    showModal.call(this);
  };
}
