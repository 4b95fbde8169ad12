/**
 * Holds values against the JSON Schema of an OpenAPI file. Knows the keywords
 * the file uses and stops at others, so that none is passed over in silence.
 */

/** A schema as it stands in the file. */
export interface Schema {
  [keyword: string]: unknown;
}

const NOTES = new Set(['title', 'description', 'examples', 'default', 'format']);

/**
 * What is wrong with a value, each with its place. An object may hold only what
 * its schema names, unless `additionalProperties` says otherwise: clients must
 * live with new fields, but the file has to name those that exist.
 */
export function schemaErrors(value: unknown, schema: Schema, components: Readonly<Record<string, Schema>>) {
  const errors: string[] = [];
  check(value, schema, '$');
  return errors;

  function check(item: unknown, rules: Schema, place: string): void {
    const wrong = (text: string) => void errors.push(`${place}: ${text}`);
    const properties = (rules.properties ?? {}) as Record<string, Schema>;
    for (const [keyword, rule] of Object.entries(rules)) {
      if (NOTES.has(keyword)) continue;
      switch (keyword) {
        case '$ref': {
          const name = /^#\/components\/schemas\/(\w+)$/.exec(String(rule))?.[1] ?? '';
          const target = components[name];
          if (target) check(item, target, place);
          else wrong(`no schema ${String(rule)}`);
          break;
        }
        case 'type':
          if (![rule].flat().some((type) => hasType(item, String(type))))
            wrong(`${JSON.stringify(item)} is not ${String(rule)}`);
          break;
        case 'const':
          if (item !== rule) wrong(`${JSON.stringify(item)} is not ${JSON.stringify(rule)}`);
          break;
        case 'enum':
          if (!(rule as unknown[]).includes(item))
            wrong(`${JSON.stringify(item)} is none of ${JSON.stringify(rule)}`);
          break;
        case 'pattern':
          if (typeof item === 'string' && !new RegExp(String(rule), 'u').test(item))
            wrong(`${JSON.stringify(item)} does not match ${String(rule)}`);
          break;
        case 'anyOf':
          if (!(rule as Schema[]).some((each) => schemaErrors(item, each, components).length === 0))
            wrong(`${JSON.stringify(item)} fits none of the choices`);
          break;
        case 'required':
          for (const name of rule as string[])
            if (isObject(item) && !Object.hasOwn(item, name)) wrong(`${name} is missing`);
          break;
        case 'items':
          if (Array.isArray(item)) item.forEach((each, i) => check(each, rule as Schema, `${place}[${i}]`));
          break;
        case 'properties':
        case 'additionalProperties':
          break;
        default:
          wrong(`unknown keyword ${keyword}`);
      }
    }
    if (!isObject(item) || !('properties' in rules || 'additionalProperties' in rules)) return;
    const others = rules.additionalProperties ?? false;
    for (const [name, each] of Object.entries(item)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own) check(each, own, `${place}.${name}`);
      else if (others === false) wrong(`${name} is not in the schema`);
      else if (others !== true) check(each, others as Schema, `${place}.${name}`);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}
