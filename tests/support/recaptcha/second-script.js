// As recaptcha__en.js does it: a policy and a style of its own, frames of its own origin, a puzzle beside everything else.
(() => {
  const { queue, onload, folder } = window.standInSettings;
  let policy = null;
  try {
    policy = window.trustedTypes?.createPolicy("goog#html", { createHTML: (html) => html });
  } catch {}
  const asHtml = (html) => policy?.createHTML(html) ?? html;

  const style = document.createElement("style");
  style.nonce = document.querySelector("style[nonce]")?.nonce ?? "";
  style.textContent = ".grecaptcha-badge { position: fixed; bottom: 14px; width: 70px; height: 60px; }";
  document.head.prepend(style);

  const widgets = [];
  const origin = new URL(folder).origin;

  const tokenFrom = async (widget, action) => {
    const body = new URLSearchParams({ k: widget.options.sitekey, action });
    return (await fetch(`${folder}api2/clr`, { method: "POST", body })).text();
  };

  const frame = (path, options, title) => {
    const element = document.createElement("iframe");
    const query = new URLSearchParams({
      hl: options.hl ?? "",
      theme: options.theme ?? "",
      size: options.size ?? "",
    });
    element.src = `${folder}api2/${path}?${query}`;
    element.title = title;
    return element;
  };

  const render = (container, options) => {
    const widget = { options, container };
    widgets.push(widget);
    container.innerHTML = asHtml("<div class='stand-in'></div>");
    const place = container.firstChild;
    widget.frame = frame("anchor", options, "reCAPTCHA");
    const sizes = { invisible: [70, 60], compact: [164, 144], normal: [304, 78] };
    const [width, height] = sizes[options.size];
    for (const { style } of [place, widget.frame]) {
      style.width = `${width}px`;
      style.height = `${height}px`;
      style.border = "0";
    }
    if (options.size === "invisible") place.className = "grecaptcha-badge";
    if (options.badge === "bottomleft") place.style.left = "4px";
    else if (options.size === "invisible") place.style.right = "4px";
    place.append(widget.frame);
    return widgets.length - 1;
  };

  const finish = async (widget) => {
    const token = await tokenFrom(widget, "");
    widget.frame.contentWindow.postMessage("ticked", origin);
    widget.options.callback(token);
  };

  // Google's puzzle hangs at the end of the body, over everything that is no top layer.
  const ask = (widget) => {
    const puzzle = document.createElement("div");
    puzzle.style.cssText =
      "position:absolute;z-index:2000000000;inset-inline-start:10px;top:10px;background:#fff";
    puzzle.append(frame("bframe", widget.options, "recaptcha challenge expires in two minutes"));
    document.body.append(puzzle);
    widget.puzzle = puzzle;
  };

  addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin) return;
    const widget = widgets.find((each) => each.frame.contentWindow === source || each.puzzle !== undefined);
    if (widget === undefined) return;
    if (data === "puzzle") ask(widget);
    else if (data === "tick") void finish(widget);
    else if (data === "solved") {
      widget.puzzle.remove();
      widget.puzzle = undefined;
      void finish(widget);
    }
  });

  Object.assign(window.grecaptcha, {
    render,
    reset: (id = 0) => widgets[id].frame.contentWindow.postMessage("reset", origin),
    getResponse: () => "",
    execute: (id, { action }) => tokenFrom(widgets[id], action),
    ready: (work) => work(),
  });
  for (const work of queue) work();
  window[onload]?.();
})();
