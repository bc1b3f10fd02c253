// What jsdom does not have: nothing scrolls, nobody prefers anything, and where a dialog puts the focus is for a real browser to show.
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
globalThis.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
