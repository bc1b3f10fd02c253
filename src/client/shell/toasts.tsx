import { styled } from "@mui/material/styles";
import { toastDuration } from "../../shared/constants.ts";
import { onPhones } from "./theme.ts";

export interface Toast {
  id: number;
  text: string;
}

/** Short messages that go by themselves; the queue lives as long as the app. */
export interface Toasts {
  get(): readonly Toast[];
  subscribe(listener: () => void): () => void;
  show(text: string): void;
}

export function createToasts(): Toasts {
  let toasts: readonly Toast[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (text) => {
      const id = ++last;
      set([...toasts, { id, text }]);
      setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), toastDuration);
    },
  };
}

const Corner = styled("div")({
  position: "fixed",
  insetInlineEnd: 24,
  insetBlockEnd: 24,
  zIndex: 4,
  display: "grid",
  gap: 8,
  [onPhones]: { insetInline: 16, insetBlockEnd: 16 },
});

const Bubble = styled("div")(({ theme: { vars } }) => ({
  padding: "12px 18px",
  borderRadius: 12,
  color: vars.palette.background.paper,
  backgroundColor: vars.palette.text.primary,
  boxShadow: "0 8px 24px rgb(0 0 0 / 0.2)",
}));

/** The place of toasts, bottom right (specification, section 9); it stands before there is one, so each is announced. */
export function ToastCorner({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <Corner id="toasts" role="status">
      {toasts.map(({ id, text }) => (
        <Bubble key={id}>{text}</Bubble>
      ))}
    </Corner>
  );
}
