import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { useCapsLock } from "../fields/caps-lock.ts";
import { capsLockChanged } from "../state/session.ts";
import { inSameLanguage } from "./router.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Listens to the router and makes the page follow; draws nothing, so the screen that stands is never remounted
 * because of it (specification, section 2: what all routes share).
 */
export function Controller({ runtime }: { runtime: Runtime }) {
  useNavigation(runtime);
  useArrivals(runtime);
  useCapsLockFlag();
  return null;
}

function useNavigation(runtime: Runtime): void {
  const navigate = useNavigate();
  useEffect(() => {
    const byNewPages = runtime.router.navigate;
    runtime.router.navigate = (target, { replace, say } = {}) => {
      const path = inSameLanguage(target);
      // As of any link: one to where one is adds nothing to go back to.
      const here = location.pathname + location.search;
      const stays = path === here || path === here + location.hash;
      void navigate(path, { replace: replace ?? stays, state: say === undefined ? null : { say } });
    };
    // Where the app could not be drawn any more, nobody would follow the address.
    return () => {
      runtime.router.navigate = byNewPages;
    };
  }, [navigate, runtime]);
}

function useArrivals(runtime: Runtime): void {
  const location = useLocation();
  const isReturn = useNavigationType() === "POP";
  const last = useRef<typeof location>(null);
  useEffect(() => {
    const before = last.current;
    if (before === location) return;
    last.current = location;
    if (before === null) {
      // The first address came with its screen, unless the back button was quicker than the app.
      if (!runtime.traveller.standsAt(location)) void runtime.traveller.arriveAt(location, undefined, true);
      return;
    }
    const samePage = before.pathname === location.pathname && before.search === location.search;
    // By the skip link, or back from it. Who is led to the screen where they are has come from its answer, and arrives.
    if (samePage && isReturn && before.hash !== location.hash) return scrollToTarget(location.hash);
    // A message is for the arrival that it was given to, not for coming back to the same place.
    const say: unknown = isReturn ? undefined : (location.state as { say?: unknown } | null)?.say;
    void runtime.traveller
      .arriveAt(location, typeof say === "string" ? say : undefined, isReturn)
      .then(() => scrollToTarget(location.hash));
  }, [location, isReturn, runtime]);
}

/** Smoothly, unless the person asked for less movement; no hash, or a mistyped one, has no target. */
function scrollToTarget(hash: string): void {
  if (hash === "") return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const name = hash.slice(1);
  const target = document.getElementById(decoded(name));
  target?.scrollIntoView({ behavior: calm ? "instant" : "smooth" });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The caps-lock flag of the session state (specification, section 3). */
function useCapsLockFlag(): void {
  const dispatch = useDispatch();
  const isOn = useCapsLock();
  useEffect(() => {
    dispatch(capsLockChanged(isOn));
  }, [dispatch, isOn]);
}
