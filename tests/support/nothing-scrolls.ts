// What jsdom does not have.
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
