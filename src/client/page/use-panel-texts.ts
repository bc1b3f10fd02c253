import { useScreen } from "./screen-context.ts";

/** The texts of a panel, `panels.<panel>.`; the check knows by it which of them it shows. */
export function usePanelTexts(panel: string) {
  const { t } = useScreen();
  return (key: string, params?: Record<string, string | number>) => t(`panels.${panel}.${key}`, params);
}
