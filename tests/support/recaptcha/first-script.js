// As api.js does it: a stub, and the address of the second script as a text.
(() => {
  const { searchParams } = new URL(document.currentScript.src);
  const queue = [];
  window.grecaptcha = { ready: (work) => queue.push(work) };
  window.standInSettings = { queue, onload: searchParams.get("onload"), folder: "%FOLDER%" };
  const script = document.createElement("script");
  script.async = true;
  script.src = "%FOLDER%releases/stand-in/recaptcha__en.js";
  script.nonce = document.querySelector("script[nonce]")?.nonce ?? "";
  const [first] = document.getElementsByTagName("script");
  first.parentNode.insertBefore(script, first);
})();
