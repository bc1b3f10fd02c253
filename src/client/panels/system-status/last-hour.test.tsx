// @vitest-environment jsdom

import { afterEach, expect, it } from "vitest";
import { clearPage } from "../../../../tests/support/forms.tsx";
import { showScreen } from "../../../../tests/support/screens.tsx";
import { LastHour } from "./last-hour.tsx";

afterEach(clearPage);

it("tells each plot in words, and keeps what is written at its drawing for eyes", async () => {
  const hour = { from: 0, signIns: [1, 2], failures: [0, 0], p50: [3, 4], p95: [5, 60] };
  await showScreen({ screen: { panel: "message" }, beside: <LastHour hour={hour} /> });
  const plots = [...document.querySelectorAll("figure")];
  expect(plots).toHaveLength(3);
  for (const plot of plots) {
    const caption = plot.querySelector("figcaption");
    expect(caption?.querySelector("h3 + p")?.textContent).not.toBe("");
    for (const forEyes of plot.querySelectorAll("[aria-hidden=true]")) forEyes.remove();
    expect(plot.textContent).toBe(caption?.textContent);
  }
});
