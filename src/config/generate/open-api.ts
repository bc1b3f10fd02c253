import { antiForgeryCookie, antiForgeryHeader, sessionCookie } from "../../shared/constants.ts";
import { type CallContract, callPath, type JsonSchema } from "../../shared/contract.ts";
import { schemaNodes } from "../read/schema-nodes.ts";
import type { Config } from "../read-config.ts";

/** Entities that any call may answer with in place of its own. */
export const sharedAnswers = ["problem", "redirect"];

/** A part of an OpenAPI document as data. */
export type OpenApi = Record<string, unknown>;

/**
 * The calls as an OpenAPI 3.1 document, made from the contracts alone. Shapes with a title stand once, below
 * `components`. `publicUrl` is the origin of the service.
 */
export function openApi(config: Pick<Config, "contracts" | "entities">, publicUrl: string): OpenApi {
  const components = new Map<string, JsonSchema>();
  const shape = (schema: JsonSchema) => hoist(schema, components);
  const paths = Object.entries(config.contracts).flatMap(([name, contract]): [string, OpenApi][] => {
    const method = (contract.method ?? "POST").toLowerCase();
    const aliases = (contract.aliases ?? []).map((path) => [path, `${name}Alias`] as const);
    return [[callPath(name), name] as const, ...aliases].map(([path, id]) => [
      path,
      { [method]: { operationId: id, ...operation(contract, shape) } },
    ]);
  });
  for (const entity of sharedAnswers) shape(config.entities[entity] ?? {});
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base",
    info: {
      title: "Vestibule",
      version: "1",
      description: "The calls of the sign-in service. Made from schemas/calls/.",
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: sharedParameters,
      responses: sharedResponses,
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: sessionCookie, description: "Somebody is signed in." },
      },
    },
  };
}

function operation(contract: CallContract, shape: (schema: JsonSchema) => JsonSchema): OpenApi {
  const { summary, description, method = "POST", access, antiForgery = true, query = {}, body } = contract;
  const parameters = Object.entries(query).map(([parameter, schema]) => {
    const { description: meaning, ...rest } = schema;
    return {
      name: parameter,
      in: "query",
      description: meaning,
      schema: shape(rest),
    };
  });
  const token = method === "GET" || !antiForgery ? [] : [{ $ref: "#/components/parameters/antiForgery" }];
  return {
    summary,
    description,
    tags: [access],
    ...(access === "session" ? { security: [{ session: [] }] } : {}),
    parameters: [...parameters, { $ref: "#/components/parameters/returnUrl" }, ...token],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: shape(body) } } } }),
    responses: responses(contract, shape),
  };
}

function responses(contract: CallContract, shape: (schema: JsonSchema) => JsonSchema): OpenApi {
  const { answer, content = "json", access, leaves = false, captcha = false } = contract;
  const images = { "image/*": { schema: { type: "string", contentMediaType: "image/*" } } };
  const json = answer === undefined ? undefined : { "application/json": { schema: shape(answer) } };
  const body = content === "image" ? images : json;
  const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    200: { description: "The answer.", content: body },
    ...(leaves ? { 209: ref("leave") } : {}),
    400: ref("refused"),
    ...(access === "session" ? { 401: ref("signedOut") } : {}),
    ...(captcha || access === "session" ? { 403: ref("forbidden") } : {}),
    ...(content === "image" ? { 404: ref("missing") } : {}),
    429: ref("tooMany"),
    default: ref("failed"),
  };
}

/** Replaces every schema with a title, innermost first, by a reference to the one kept below its title. */
function hoist(schema: JsonSchema, components: Map<string, JsonSchema>): JsonSchema {
  const copy = structuredClone(schema);
  for (const { schema: node } of schemaNodes(copy, []).reverse()) {
    const { title } = node;
    if (typeof title !== "string") continue;
    components.set(title, { ...node });
    for (const key of Object.keys(node)) delete node[key];
    Object.assign(node, reference(title));
  }
  return copy;
}

function reference(title: string): JsonSchema {
  return { $ref: `#/components/schemas/${title}` };
}

const sharedParameters: OpenApi = {
  returnUrl: {
    name: "returnUrl",
    in: "query",
    description:
      "Where the sign-in leads back to: a path of this site. Anything else becomes /. Also read as ReturnUrl.",
    schema: { type: "string", maxLength: 2048, default: "/" },
  },
  antiForgery: {
    name: antiForgeryHeader,
    in: "header",
    required: true,
    description: `The anti-forgery token, as the cookie ${antiForgeryCookie} and the call Token give it.`,
    schema: { type: "string", maxLength: 200 },
  },
};

const problem = { "application/problem+json": { schema: reference("Problem") } };

const sharedResponses: OpenApi = {
  leave: {
    description: "Leave for another address: exchange the state first, if there is one, then go.",
    headers: {
      redirect: { description: "The address.", schema: { type: "string" } },
      state: { description: "One-use ticket for Exchange.", schema: { type: "string" } },
    },
    content: { "application/json": { schema: reference("Redirect") } },
  },
  refused: {
    description: "With `errors`: what is wrong with the fields. Without: the attempt or the session is gone.",
    content: problem,
  },
  signedOut: { description: "Nobody is signed in.", content: problem },
  forbidden: { description: "Not allowed, or a captcha is asked for: `type` says which.", content: problem },
  missing: { description: "There is no such image.", content: problem },
  tooMany: {
    description: "Too many attempts.",
    headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
    content: problem,
  },
  failed: { description: "Anything else, with a support code.", content: problem },
};
