import { Global } from "@emotion/react";
import styled from "@mui/styled-engine";
import { type FocusEvent, useLayoutEffect, useRef, useState } from "react";
import { toastDuration } from "../../shared/constants.ts";
import { onPhones } from "../look/theme.ts";
import { type Observable, observable } from "../page/observable.ts";
import { useScreen } from "../page/screen-context.ts";
import { Button } from "./button.tsx";

export interface Toast {
  id: number;
  /** Text key, so that a language switch changes what stands already. */
  text: string;
  /** It stands until it is removed. */
  stays?: boolean;
  offer?: Offer;
}

/** What a toast that stays offers. */
interface Offer {
  /** Text key of the button. */
  label: string;
  /** The button shows that it is under way until this has ended. */
  run(): Promise<void>;
  dismiss(): void;
}

/** Short messages, never the only place of an error; the queue lives as long as the app. */
export interface Toasts extends Omit<Observable<readonly Toast[]>, "set"> {
  /** Shows a text that goes by itself. */
  show(text: string): void;
  /** Shows a text for as long as what it says is so; gives what removes it. */
  stand(text: string): () => void;
  /** Shows a text with a button; it stays until it is dismissed or offered anew (decisions 22). */
  offer(text: string, offer: Omit<Offer, "dismiss">): void;
}

export function createToasts(): Toasts {
  const { get, set, subscribe } = observable<readonly Toast[]>([]);
  let last = 0;
  const remove = (id: number) => set(get().filter((toast) => toast.id !== id));
  const add = (toast: Omit<Toast, "id">) => {
    const id = ++last;
    set([...get(), { id, ...toast }]);
    return () => remove(id);
  };
  return {
    get,
    subscribe,
    show: (text) => {
      setTimeout(add({ text }), toastDuration);
    },
    stand: (text) => add({ text, stays: true }),
    offer: (text, offer) => {
      const id = ++last;
      const others = get().filter((toast) => toast.text !== text);
      set([...others, { id, text, offer: { ...offer, dismiss: () => remove(id) } }]);
    },
  };
}

const Corner = styled("div")({
  position: "fixed",
  insetInlineEnd: 24,
  insetBlockEnd: 24,
  zIndex: 4,
  display: "grid",
  justifyItems: "end",
  gap: 8,
  maxWidth: 440,
  // What lies under words that leave by themselves can be pressed meanwhile.
  pointerEvents: "none",
  [onPhones]: { insetInline: 16, insetBlockEnd: 16, justifyItems: "stretch" },
});

const Bubble = styled("div")(({ theme: { vars } }) => ({
  padding: "12px 18px",
  borderRadius: 12,
  color: vars.palette.background.paper,
  backgroundColor: vars.palette.text.primary,
  boxShadow: "0 8px 24px rgb(0 0 0 / 0.2)",
  // Where colours are forced, the ground is the page's.
  "@media (forced-colors: active)": { border: "1px solid CanvasText" },
}));

/** On the page's own ground, where the colours of buttons and of the focus are at home. */
const OfferBox = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 16,
  padding: 20,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.background.paper,
  boxShadow: "0 12px 32px rgb(16 24 40 / 0.24)",
  pointerEvents: "auto",
  "& p": { textWrap: "pretty" },
  [onPhones]: { padding: 16, gap: 12 },
}));

/** What stands below can be scrolled out from under a toast that stays, also by moving the focus there. */
const roomBelow = (height: number) => ({
  html: { scrollPaddingBlockEnd: height },
  body: { paddingBlockEnd: height },
});

const Answers = styled("div")({
  display: "flex",
  flexWrap: "wrap",
  gap: 12,
  "& button": { [onPhones]: { flexGrow: 1, padding: "8px 16px" } },
});

/** The place of toasts, bottom right (specification, section 9); it stands before there is one, so each is announced. */
export function ToastCorner({ toasts }: { toasts: readonly Toast[] }) {
  const { t } = useScreen();
  return (
    <Corner id="toasts" role="status">
      {toasts.map(({ id, text, stays, offer }) =>
        offer === undefined ? (
          <Bubble key={id}>
            {stays && <Global styles={roomBelow(96)} />}
            {t(text)}
          </Bubble>
        ) : (
          <StayingToast key={id} {...{ text, offer }} />
        ),
      )}
    </Corner>
  );
}

function StayingToast({ text, offer }: { text: string; offer: Offer }) {
  const { t } = useScreen();
  const [busy, setBusy] = useState(false);
  const givesBack = useFocusGivenBack();
  const press = () => {
    if (busy) return;
    setBusy(true);
    void offer.run().finally(() => setBusy(false));
  };
  return (
    <OfferBox {...givesBack}>
      <Global styles={roomBelow(240)} />
      <p>{t(text)}</p>
      <Answers>
        <Button type="button" busy={busy} aria-busy={busy} onClick={press}>
          {t(offer.label)}
        </Button>
        <Button type="button" quiet onClick={offer.dismiss}>
          {t("shell.close")}
        </Button>
      </Answers>
    </OfferBox>
  );
}

/**
 * Gives the focus back to what had it before, when what holds it now goes; else the keyboard would begin anew at the top
 * of the page. Gives what the element that goes must have.
 */
function useFocusGivenBack() {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heading = document.getElementById("screen-title");
      const target = before.current?.isConnected ? before.current : heading;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, []);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Nothing, where the person comes back to the window.
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return { ref, onFocus };
}
