/**
 * The script of the overview, sent as text: each cell becomes as high as what it shows, and a place is copied. Without it
 * cells have the height of a device, and places are selected by hand.
 */
export const overviewScript = `
const least = 240;
const withDialog = 640;
const fit = (frame) => {
  const body = frame.contentDocument?.body;
  if (body) frame.height = Math.max(body.querySelector("dialog[open]") ? withDialog : least, body.scrollHeight);
};
for (const frame of document.querySelectorAll("iframe")) {
  const follow = () => {
    fit(frame);
    const body = frame.contentDocument?.body;
    if (body) new ResizeObserver(() => fit(frame)).observe(body);
  };
  frame.addEventListener("load", follow);
  if (frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank") follow();
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    document.getElementById("told").textContent = button.dataset.copy + " is copied.";
  });
}
`;
