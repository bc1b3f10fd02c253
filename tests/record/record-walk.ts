import type { BrowserContext, Page } from "@playwright/test";

/** The recorder that `playwright codegen` is made of; its types are not published, a test drives it. */
interface Recording {
  _startRecording(
    options: { language: "playwright-test"; mode: "recording" },
    sink: Record<"actionAdded" | "actionUpdated", (page: Page, data: unknown, code: string) => void>,
  ): Promise<void>;
}

/** Writes down what is done in a browser from now on; the list grows as it happens. */
export async function recordWalk(context: BrowserContext): Promise<readonly string[]> {
  const actions: string[] = [];
  await (context as unknown as Recording)._startRecording(
    { language: "playwright-test", mode: "recording" },
    {
      actionAdded: (_, __, code) => void actions.push(code),
      actionUpdated: (_, __, code) => void actions.splice(-1, 1, code),
    },
  );
  return actions;
}
