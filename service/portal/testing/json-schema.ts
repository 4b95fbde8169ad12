/** What a JSON Schema says of a value, and values around its bounds: for the test of the table of operations. */
import fc from 'fast-check';
import type { JsonSchema } from '../api/check.ts';

/** A place in a body or among parameters: names, and numbers in lists. */
export type Place = readonly (string | number)[];

/** Whether a schema takes a value; what it does not express in its own words is taken. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  const {
    type,
    enum: values,
    const: only,
    anyOf,
    pattern,
    properties,
    required,
    items,
  } = schema as {
    type?: string | string[];
    enum?: unknown[];
    pattern?: string;
    required?: string[];
    items?: JsonSchema;
  } & JsonSchema;
  if (type !== undefined && ![type].flat().some((one) => hasType(value, one))) return false;
  if (values && !values.some((one) => folded(one) === folded(value))) return false;
  if (only !== undefined && value !== only) return false;
  if (anyOf && !anyOf.some((one) => accepts(one, value))) return false;
  const size = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : null;
  const [least, most] = Array.isArray(value) ? ['minItems', 'maxItems'] : ['minLength', 'maxLength'];
  if (size !== null && !isWithin(size, schema[least], schema[most])) return false;
  if (typeof value === 'number' && !isWithin(value, schema.minimum, schema.maximum)) return false;
  if (typeof value === 'string' && pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return false;
  if (Array.isArray(value)) return value.every((one) => accepts(items ?? {}, one));
  if (!hasType(value, 'object')) return true;
  const fields = value as Record<string, unknown>;
  return (
    (required ?? []).every((name) => fields[name] !== undefined) &&
    Object.entries(properties ?? {}).every(
      ([name, one]) => fields[name] === undefined || accepts(one, fields[name]),
    )
  );
}

/** Requests name values of closed lists in any letter case. */
function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function isWithin(size: number, least: unknown, most: unknown): boolean {
  return (
    size >= ((least as number | undefined) ?? -Infinity) && size <= ((most as number | undefined) ?? Infinity)
  );
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

/** A value that a schema takes, with nothing that may be left out. */
export function usual(schema: JsonSchema): unknown {
  const [first] = parts(schema);
  const {
    type,
    enum: values,
    const: only,
    properties = {},
    required = [],
    items,
    default: preset,
  } = first as {
    enum?: unknown[];
    required?: string[];
    items?: JsonSchema;
  } & JsonSchema;
  if (preset !== undefined) return preset;
  if (only !== undefined) return only;
  // The mightiest come first, the ones that nobody minds last.
  if (values) return values.at(-1);
  switch (type) {
    case 'string':
      return textOf(first!, (first!.minLength as number | undefined) ?? 1) ?? textOf(first!, null);
    case 'integer':
    case 'number':
      return Math.max((first!.minimum as number | undefined) ?? 1, -1000);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: (first!.minItems as number | undefined) ?? 0 }, () => usual(items ?? {}));
    case 'object':
      return Object.fromEntries(required.map((name) => [name, usual(properties[name]!)]));
    default:
      return null;
  }
}

/** Whether a schema asks for numbers. */
export function takesNumbers(schema: JsonSchema): boolean {
  return parts(schema).some(({ type }) => type === 'integer' || type === 'number');
}

/** The alternatives of a schema, without null. */
function parts(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(parts);
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return types.filter((type) => type !== 'null').map((type) => ({ ...schema, type }));
  return schema.type === 'null' ? [] : [schema];
}

/** A text of a length that a schema takes, as far as its pattern lets it. */
function textOf(schema: JsonSchema, length: number | null): string | null {
  const { format, pattern } = schema as { format?: string; pattern?: string };
  const tail = '@example.com';
  if (format === 'email') return 'a'.repeat(Math.max(1, (length ?? 20) - tail.length)) + tail;
  const plain = 'a'.repeat(length ?? 1);
  if (pattern === undefined || new RegExp(pattern, 'u').test(plain)) return plain;
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  const made = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 20, seed: 1 });
  return made.find((text) => length === null || text.length === length) ?? null;
}

/** Values around the bounds of a schema; `undefined` stands for leaving it out. */
export function candidates(schema: JsonSchema): unknown[] {
  const bounds = parts(schema).flatMap((part) => {
    const {
      minLength,
      maxLength,
      minimum,
      maximum,
      minItems,
      maxItems,
      enum: values,
      items,
    } = part as Record<string, number | undefined> & { enum?: unknown[]; items?: JsonSchema };
    const around = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]);
    const lengths = [...around(minLength), ...around(maxLength)].filter((length) => length >= 0);
    const counts = [...around(minItems), ...around(maxItems)].filter((count) => count >= 0 && count < 2000);
    return [
      ...lengths.map((length) => textOf(part, length)).filter((text) => text !== null),
      ...lengths.filter((length) => length > 0).map((length) => ' '.repeat(Math.min(length, 10))),
      ...[...around(minimum), ...around(maximum)].filter(Number.isSafeInteger),
      ...counts.map((count) => Array.from({ length: count }, () => usual(items ?? {}))),
      ...(values ?? []),
      ...(values ?? []).map((value) => String(value).toLowerCase()),
    ];
  });
  return [...bounds, ...OTHERS, usual(schema)];
}

/** Wrong types, nothing, and what is none of anything. */
const OTHERS: readonly unknown[] = [
  undefined,
  null,
  '',
  'nonsense of the test',
  -7,
  1.5,
  2 ** 31,
  true,
  [],
  [7],
  {},
  { a: 1 },
];

/** A copy with another value at a place; lists and objects on the way there are made. */
export function withValue(root: unknown, schema: JsonSchema, place: Place, value: unknown): unknown {
  if (place.length === 0) return value;
  const [name, ...rest] = place;
  const part = parts(schema).find((one) => one.properties ?? one.items) ?? {};
  const here = (root ?? usual(part)) as Record<string | number, unknown>;
  const inner = typeof name === 'number' ? (part.items as JsonSchema) : part.properties![name!]!;
  const changed = withValue(here[name!], inner, rest, value);
  if (Array.isArray(here)) return [changed];
  const { [name!]: _before, ...others } = here;
  return changed === undefined ? others : { ...others, [name!]: changed };
}

/** All places in a schema, objects before their fields. */
export function places(schema: JsonSchema, at: Place = []): { place: Place; schema: JsonSchema }[] {
  const inner = parts(schema).flatMap((part) => [
    ...Object.entries(part.properties ?? {}).map(([name, one]) => [name, one] as const),
    ...(part.items ? [[0, part.items] as const] : []),
  ]);
  return inner.flatMap(([name, one]) => {
    const place = [...at, name];
    return [{ place, schema: one }, ...places(one, place)];
  });
}
