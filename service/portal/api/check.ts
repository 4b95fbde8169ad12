/** Holds what was sent against the schema of an operation; every wrong field is named. */
import { z } from 'zod';
import { type FieldError, invalid } from '../problem.ts';

/** What OpenAPI and the conversion of queries look at. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [key: string]: unknown;
}

/** A schema in the words of JSON Schema. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  void $schema;
  return rest;
}

/**
 * What the schema makes of a value.
 * @throws Problem that names all wrong fields
 */
export function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, value));
  // An empty text is too short and blank as well: of a field the first thing that is wrong says enough.
  throw invalid(errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at));
}

/**
 * Gives names the case that the schema has, also those within lists and objects, and so values of closed lists:
 * both count in any case.
 * @param value what was sent
 */
export function withKnownNames(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return choicesOf(schema).find((one) => isSameWord(one, value)) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  // What may be null is one of two schemas.
  const { properties, items } = [schema, ...(schema.anyOf ?? [])].find((s) => s.properties ?? s.items) ?? {};
  if (Array.isArray(value)) return items ? value.map((one) => withKnownNames(items, one)) : value;
  const names = new Map(Object.keys(properties ?? {}).map((name) => [name.toLowerCase(), name]));
  // Not by assignment: `__proto__` would bring in fields that nothing sees any more.
  return Object.fromEntries(
    Object.entries(value).map(([name, field]): [string, unknown] => {
      const known = names.get(name.toLowerCase());
      return known === undefined ? [name, field] : [known, withKnownNames(properties![known]!, field)];
    }),
  );
}

/** Values of a closed list, those within a choice of schemas included. */
function choicesOf({ enum: values, anyOf = [] }: JsonSchema): unknown[] {
  return [...(Array.isArray(values) ? (values as unknown[]) : []), ...anyOf.flatMap(choicesOf)];
}

function isSameWord(choice: unknown, sent: string): boolean {
  return typeof choice === 'string' && choice.toLowerCase() === sent.toLowerCase();
}

/** Texts of a path or a query as the types that the schema asks for; what does not fit stays a text. */
export function fromTexts(schema: JsonSchema, texts: Record<string, string>): Record<string, unknown> {
  const named = withKnownNames(schema, texts) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(named).map(([name, text]) => [name, fromText(schema.properties?.[name], text)]),
  );
}

function fromText(schema: JsonSchema | undefined, text: string): unknown {
  const types = [schema, ...(schema?.anyOf ?? [])].map((s) => s?.type);
  if (types.includes('integer') && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

/** No operation asks for more lists and objects within each other. */
const DEEPEST = 100;

/** True for more lists and objects within each other than any operation asks for. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= DEEPEST || Object.values(value).some((field) => isTooDeep(field, depth + 1));
}

/** True for a text that no database could keep. Recursive: see {@link isTooDeep} first. */
export function hasForbiddenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, field]) => hasForbiddenText(name) || hasForbiddenText(field));
}

function fieldErrors(issue: z.core.$ZodIssue, root: unknown): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [fieldError(issue, root)];
  return issue.keys.map((key) => {
    const field = [...issue.path, key].join('.');
    return { field, code: 'value', message: `${field} is not known here` };
  });
}

function fieldError(issue: z.core.$ZodIssue, root: unknown): FieldError {
  const field = issue.path.map(String).join('.');
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    root,
  );
  const error = (code: string, message: string, params?: Record<string, string | number>): FieldError => ({
    ...{ field, code, message: field === '' ? message : `${field} ${message}` },
    ...(params && { params }),
  });
  if (value === undefined || (value === null && issue.code === 'invalid_type')) {
    return error('required', 'is missing');
  }
  switch (issue.code) {
    case 'invalid_type':
      return error('type', `must be of the type ${issue.expected}`, { expected: issue.expected });
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string' && value === '') return error('required', 'is empty');
      return issue.origin === 'string'
        ? error('tooShort', `must have ${minimum} characters at least`, { minimum })
        : error('tooSmall', `must be ${minimum} at least`, { minimum });
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      return issue.origin === 'string'
        ? error('tooLong', `must have ${maximum} characters at most`, { maximum })
        : error('tooLarge', `must be ${maximum} at most`, { maximum });
    }
    case 'invalid_value':
    case 'invalid_union': {
      const format = FORMATS[issue.message];
      if (format !== undefined) return error('format', format, { format: issue.message });
      const values = valuesOf(issue).map(String).join(', ');
      if (values === '') return error('value', 'has a value that is not known');
      return error('value', `must be one of ${values}`, { values });
    }
    case 'invalid_format':
      return error('format', FORMATS[issue.message] ?? `must be a valid ${issue.format}`, {
        format: issue.format === 'regex' ? issue.message : issue.format,
      });
    default:
      return error('value', 'has a value that is not known');
  }
}

/** The values that would have been right, where there are only some. */
function valuesOf(issue: z.core.$ZodIssue): unknown[] {
  if (issue.code === 'invalid_value') return issue.values;
  return issue.code === 'invalid_union' ? issue.errors.flat().flatMap(valuesOf) : [];
}

/** What regular expressions and choices of fields ask for, by the word that they are given as their message. */
const FORMATS: Record<string, string> = {
  amount: 'must be a decimal such as 12.50',
  blank: 'must not be blank',
  code: 'must have capital letters, digits and underscores only',
  country: 'must be the code of a country of two letters (ISO 3166-1)',
  date: 'must be a day YYYY-MM-DD',
  controls: 'must not have control characters',
  language: 'must be an ISO 639-1 code, such as de or en-US',
  moment: 'must be a day YYYY-MM-DD, alone or with a time such as T19:00Z',
  org: 'must be six digits, a hyphen and four digits',
  widnr: 'must be DE and nine digits, with or without -00001',
};
