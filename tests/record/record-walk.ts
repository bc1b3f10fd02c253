import type { BrowserContext, Page } from "@playwright/test";

/** The recorder that `playwright codegen` is made of; its types are not published, a test drives it. */
interface Recording {
  _startRecording(
    options: { language: "playwright-test"; mode: "recording" },
    sink: Record<"actionAdded" | "actionUpdated", (page: Page, data: unknown, code: string) => void>,
  ): Promise<void>;
}

/**
 * Writes down what is done in a browser from now on; the list grows as it happens. What is done where `isPassedOver` says
 * so is empty there.
 */
export async function recordWalk(
  context: BrowserContext,
  isPassedOver = (_address: string): boolean => false,
): Promise<readonly string[]> {
  const actions: string[] = [];
  const noted = (page: Page, code: string) => (isPassedOver(page.url()) ? "" : code);
  await (context as unknown as Recording)._startRecording(
    { language: "playwright-test", mode: "recording" },
    {
      actionAdded: (page, __, code) => void actions.push(noted(page, code)),
      actionUpdated: (page, __, code) => void actions.splice(-1, 1, noted(page, code)),
    },
  );
  return actions;
}
