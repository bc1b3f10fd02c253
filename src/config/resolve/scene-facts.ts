import type { Next, ScreenConfig, StepConfig } from "../../generated/config.ts";
import { queryParameters } from "../../shared/constants.ts";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { factAt, propertiesOf } from "./facts.ts";
import { partnersOf } from "./partners.ts";
import type { Workspace } from "./workspace.ts";

/** What a screen or a step may say. */
export type Entries = Partial<ScreenConfig & StepConfig>;

/** What a screen shows: the answer of its `load`. */
export function viewOf(workspace: Workspace, { load }: Entries): JsonSchema | undefined {
  return load === undefined ? undefined : workspace.contracts.get(load.call)?.answer;
}

/** Calls whose answers a screen shows: its `load`, and its `list` beside it. */
export function viewCalls({ load, list }: Entries): string[] {
  return [load, list].flatMap((use) => (use === undefined ? [] : [use.call]));
}

/** Calls whose answers a row shows at a step, in place of the screen's view. */
export function shownCalls(screen: Entries, step: string): string[] {
  const leadsHere = (next: Next | undefined) =>
    (next ?? []).some((row) => typeof row === "object" && row.show === true && row.go === `#${step}`);
  const shown = [screen, ...(screen.steps ?? [])].flatMap(({ submit, actions, next }: Entries) => [
    ...(submit !== undefined && leadsHere(next) ? [submit.call] : []),
    ...(actions ?? []).filter((action) => leadsHere(action.next ?? next)).map(({ call }) => call),
  ]);
  return [...new Set(shown)];
}

/** What a step shows: the screen's view, or an answer that a row shows there. */
export function stepViewOf(workspace: Workspace, screen: Entries, step: string): JsonSchema | undefined {
  const answers = shownCalls(screen, step).map((call) => workspace.contracts.get(call)?.answer);
  const views = [viewOf(workspace, screen), ...answers].filter((answer) => answer !== undefined);
  return views.length > 1 ? { anyOf: views } : views[0];
}

/** Schema of the facts that links and actions of a screen or step may ask about, where people with some access see it. */
export function factsOf(
  workspace: Workspace,
  { form }: Entries,
  view: JsonSchema | undefined,
  access: ScreenConfig["access"],
): JsonSchema {
  const text = { type: "string" };
  const query = objectOf(Object.fromEntries(queryParameters.map((name) => [name, text])), []);
  return objectOf({
    form: form === undefined ? undefined : workspace.formSchemas.get(form),
    view,
    query,
    partner: partnerFacts(workspace),
    user: userFacts(workspace, access),
  });
}

/** What pages know of who looks at them. */
function userFacts({ contracts }: Workspace, access: ScreenConfig["access"]): JsonSchema | undefined {
  const answer = contracts.get("User")?.answer;
  return answer && access === "authenticated"
    ? { ...withFacts(answer, { isAuthenticated: { const: true } }), required: answer.required }
    : answer;
}

/** What pages know of their partner, who is one of those that there are: of each text, what it is for any of them. */
function partnerFacts(workspace: Workspace): JsonSchema | undefined {
  const answer = workspace.contracts.get("GetPartnerMetaData")?.answer;
  const all = Object.values(partnersOf(workspace));
  const properties = [...propertiesOf(answer)].map(([name, schema]) => {
    const values = new Set(all.map((partner) => Reflect.get(partner, name)));
    return [name, schema.type === "string" ? { ...schema, enum: [...values] } : schema];
  });
  return answer && { ...answer, properties: Object.fromEntries(properties) };
}

/** Facts with more of them, or others in their place. */
export function withFacts(facts: JsonSchema, more: Record<string, JsonSchema | undefined>): JsonSchema {
  return objectOf({ ...Object.fromEntries(propertiesOf(facts)), ...more });
}

/** Facts with the outcome that a call can have, and its whole answer. */
export function withOutcome(facts: JsonSchema, contract: CallContract | undefined): JsonSchema {
  return withFacts(facts, {
    outcome: propertiesOf(contract?.answer).get("outcome"),
    answer: contract?.answer,
  });
}

/** Facts with the item that a button of an action with `each` stands for. */
export function withItem(facts: JsonSchema, each: string | undefined): JsonSchema {
  const lists = each === undefined ? [] : (factAt(facts, each)?.alternatives ?? []);
  const items = lists.flatMap(({ items }) => (items === undefined ? [] : [items as JsonSchema]));
  return items.length === 0 ? facts : withFacts(facts, { item: { anyOf: items } });
}

function objectOf(entries: Record<string, JsonSchema | undefined>, required?: string[]): JsonSchema {
  const properties = Object.fromEntries(Object.entries(entries).filter(([, schema]) => schema !== undefined));
  return { type: "object", properties, required: required ?? Object.keys(properties) };
}
