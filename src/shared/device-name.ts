/** Marks of browsers and systems in a user agent's name, the more special ones first. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const systems = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

/** Browser and system as a person would name them; undefined where the user agent does not tell. */
export interface DeviceName {
  browser: string | undefined;
  system: string | undefined;
}

/** Guesses how a person would call this device. A tablet of Apple says that it is a Mac, but has a touch screen. */
export function deviceName(userAgent: string, touchPoints = 0): DeviceName {
  const found = (marks: readonly (readonly [RegExp, string])[]) =>
    marks.find(([mark]) => mark.test(userAgent))?.[1];
  const system = found(systems);
  return { browser: found(browsers), system: system === "Mac" && touchPoints > 1 ? "iPad" : system };
}
