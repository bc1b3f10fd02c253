import { scriptPolicy, secretWidgets, serviceWorkerPath } from "../../shared/constants.ts";
import { hour } from "../../shared/durations.ts";
import { pageStateId } from "../../shared/page-state.ts";
import { readTypedValues } from "../fields/read-typed-values.ts";
import { keepInput } from "../page/kept-input.ts";
import { mailedOf } from "../page/mailed-values.ts";
import type { PageStore } from "../page/page.ts";
import { pageMarks } from "../page/page-marks.ts";
import type { Toasts } from "../parts/toasts.tsx";
import { bodyOf } from "../screens/bodies.ts";

interface UpdateNeeds {
  page: PageStore;
  toasts: Toasts;
}

/** A tab that stands open looks for a new version this often; milliseconds. */
const lookEvery = hour;
/** A new worker that does not start keeps nobody waiting; milliseconds. */
const longestStart = 5000;

/**
 * Registers the service worker, flags its first installation, and offers a new version when there is one
 * (specification, section 4, "New version"). Nothing is reloaded but by a press in this tab; a tab where nobody presses
 * goes on with its own scripts, which stay served (security, F16).
 */
export async function followUpdates(needs: UpdateNeeds): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerAddress(), { scope: "/" });
  const followed = new WeakSet<ServiceWorker>();
  const follow = (worker: ServiceWorker | null) => {
    if (worker === null || followed.has(worker)) return;
    followed.add(worker);
    const isFirst = registration.active === null;
    const notice = () => {
      if (worker.state !== "installed") return;
      if (isFirst) performance.mark(pageMarks.offlineReady);
      else consider(worker, needs);
    };
    notice();
    worker.addEventListener("statechange", notice);
  };
  registration.addEventListener("updatefound", () => follow(registration.installing));
  follow(registration.waiting);
  follow(registration.installing);
  // Offline, or the server cannot be reached: the next look finds it.
  setInterval(() => registration.update().catch(() => undefined), lookEvery);
}

/** The one address that the pages' policy lets a script be had from; of the type that Trusted Types ask for. */
function workerAddress(): string {
  const policy = window.trustedTypes?.createPolicy(scriptPolicy, {
    createScriptURL: () => serviceWorkerPath,
  });
  return policy?.createScriptURL("") ?? serviceWorkerPath;
}

/** Offers the version of a worker that waits; a page that came from the network may be of that version already. */
function consider(worker: ServiceWorker, { page, toasts }: UpdateNeeds): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data.isNewer)
      toasts.offer("messages.newVersion", { label: "shell.reload", run: () => update(worker, page) });
  };
  const entry = document.getElementById(pageStateId)?.dataset.build;
  worker.postMessage({ entry }, [port2]);
}

/** Makes the worker the active one, and loads the page anew. What is typed stays, but for secrets. */
async function update(worker: ServiceWorker, page: PageStore): Promise<void> {
  await activated(worker);
  keepTyped(page);
  const address = new URL(location.href);
  address.hash = "";
  // The address shows none of the mailed values, and the server needs them again.
  for (const [name, value] of Object.entries(mailedOf(page.get().query)))
    address.searchParams.set(name, value);
  // Unlike `reload`, never a second post of a form.
  location.replace(address);
  // The button stays busy until the page is gone.
  await new Promise(() => undefined);
}

/** Another tab may have activated it already, or an even newer one may have taken its place: both are good to go on. */
function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    };
    worker.addEventListener("statechange", look);
    look();
    setTimeout(resolve, longestStart);
    worker.postMessage({ activate: true });
  });
}

function keepTyped(page: PageStore): void {
  const form = bodyOf(page.get().part).form?.form;
  const element = document.getElementById(form?.id ?? "");
  if (form === undefined || !(element instanceof HTMLFormElement)) return;
  const typed = readTypedValues(element);
  const open = form.fields.filter(({ widget }) => !secretWidgets.includes(widget));
  keepInput(form.id, Object.fromEntries(open.map(({ name }) => [name, typed[name]])));
}
