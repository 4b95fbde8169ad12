import { ask } from '../api/ask.ts';

/** As much of JSON Schema as bounds of fields need. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  /** Of a list. */
  items?: Schema;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  $ref?: string;
}

/** As much of an OpenAPI document as the forms need. */
export interface OpenApi {
  paths?: Record<string, Record<string, OpenApiOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface OpenApiOperation {
  operationId?: string;
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

let loading: Promise<OpenApi | null> | null = null;

/** The portal's description of itself, asked for once; null when it does not tell. */
export function loadOpenApi(): Promise<OpenApi | null> {
  loading ??= ask<OpenApi>('/openapi.json', { open: true }).then((reply) => {
    if (reply.ok) return reply.value;
    loading = null;
    return null;
  });
  return loading;
}

/** The schema of the body of an operation; null when it is not described. */
export function bodySchema(api: OpenApi, operationId: string): Schema | null {
  for (const path of Object.values(api.paths ?? {})) {
    for (const operation of Object.values(path)) {
      if (operation.operationId !== operationId) continue;
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return schema === undefined ? null : resolved(api, schema);
    }
  }
  return null;
}

/** The bounds of a field by its path, `countryProperties.DE_WIdNr` or `locations.0.label`; null when it has none. */
export function fieldSchema(schema: Schema, path: string): { schema: Schema; required: boolean } | null {
  let at: Schema | null = schema;
  let required = true;
  for (const name of path.split('.')) {
    const objects: Schema[] = at === null ? [] : alternatives(at);
    const items = /^\d+$/.test(name) ? objects.find((one) => one.items !== undefined)?.items : undefined;
    if (items !== undefined) {
      at = items;
      continue;
    }
    const object = objects.find(({ properties }) => properties !== undefined && name in properties);
    if (object === undefined) return null;
    // What is within a thing that may be left out may be left out as well.
    required &&= object.required?.includes(name) === true;
    at = object.properties?.[name] ?? null;
  }
  return at === null ? null : { schema: at, required };
}

/** What is wrong with a text, with the code that the portal itself would answer; null when nothing is. */
export function textProblem(
  { schema, required }: { schema: Schema; required: boolean },
  text: string,
): { code: string; params?: Record<string, string | number> } | null {
  if (text.trim() === '') return required ? { code: 'required' } : null;
  const bounds = alternatives(schema).filter((part) => part.type === 'string');
  const [only] = bounds;
  if (only === undefined || bounds.length > 1) return null;
  const { minLength, maxLength, format } = only;
  if (minLength !== undefined && minLength === maxLength && text.length !== minLength) {
    return { code: 'length', params: { length: minLength } };
  }
  if (minLength !== undefined && text.length < minLength) {
    return { code: 'tooShort', params: { minimum: minLength } };
  }
  if (maxLength !== undefined && text.length > maxLength) {
    return { code: 'tooLong', params: { maximum: maxLength } };
  }
  if (format === 'email' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) {
    return { code: 'format', params: { format: 'email' } };
  }
  return null;
}

function alternatives(schema: Schema): Schema[] {
  const inner = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return inner === undefined ? [schema] : inner.flatMap(alternatives);
}

/** Follows references, however deep; a schema that holds itself is followed once. */
function resolved(api: OpenApi, schema: Schema, seen: readonly string[] = []): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    const target = api.components?.schemas?.[name];
    return target === undefined || seen.includes(name) ? {} : resolved(api, target, [...seen, name]);
  }
  const all = (parts: Schema[] | undefined) => parts?.map((part) => resolved(api, part, seen));
  const { properties } = schema;
  return {
    ...schema,
    ...(schema.anyOf && { anyOf: all(schema.anyOf)! }),
    ...(schema.oneOf && { oneOf: all(schema.oneOf)! }),
    ...(schema.allOf && { allOf: all(schema.allOf)! }),
    ...(schema.items && { items: resolved(api, schema.items, seen) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, part]) => [key, resolved(api, part, seen)]),
      ),
    }),
  };
}
