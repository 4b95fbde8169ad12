/** JSON Schemas of the portal's description: those with a name stand once, and are referred to. */
import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../api/check.ts';
import * as fields from '../entities/fields.ts';
import * as results from '../operations/results.ts';

/** Names that the specification gives (doc 1, Endpoints). */
const NAMES = new Map<z.ZodType, string>([
  [fields.createOrganization, 'CreatePublicOrganizationRequest'],
  [fields.updateOrganization, 'UpdatePublicOrganizationRequest'],
  [fields.searchOrganizations, 'SearchPublicOrganizationsRequest'],
  [fields.createCompany, 'CreatePublicCompanyRequest'],
  [fields.updateCompany, 'UpdatePublicCompanyRequest'],
  [fields.searchCompanies, 'SearchPublicCompaniesRequest'],
  [fields.createLocation, 'CreatePublicLocationRequest'],
  [fields.updateLocation, 'UpdatePublicLocationRequest'],
  [fields.createContact, 'CreatePublicCompanyContactRequest'],
  [results.organizationResult, 'PublicOrganizationResult'],
  [results.companyResult, 'PublicCompanyResult'],
  [results.locationResult, 'PublicLocationResult'],
  [results.contactResult, 'CreatePublicCompanyContactResult'],
  [results.resultBase, 'ResultBase'],
]);

/** Gathers schemas under their names. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  private readonly names = new Map(NAMES);

  /**
   * A reference to a schema.
   * @param usual its name, unless it has one
   */
  refer(schema: z.ZodType, io: 'input' | 'output', usual: string): JsonSchema {
    const name = this.names.get(schema) ?? usual;
    this.names.set(schema, name);
    this.components[name] ??= withOwnName(name, shown(jsonSchema(schema, io)) as JsonSchema);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** The schema of a parameter. */
export function shownSchema(schema: JsonSchema): JsonSchema {
  return shown(schema) as JsonSchema;
}

/** What refers to itself does so by its name; values of any kind, which hold values of any kind, need no words. */
function withOwnName(name: string, { $defs: _defs, ...schema }: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
    return part.$ref === '#' ? { $ref: `#/components/schemas/${name}` } : {};
  });
  return JSON.parse(text) as JsonSchema;
}

/** Without what JSON cannot hold anyway, and open for fields that are yet to come. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, part]) =>
      !(name === 'additionalProperties' && part === false) &&
      !(name === 'minimum' && part === Number.MIN_SAFE_INTEGER) &&
      !(name === 'maximum' && part === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(entries.map(([name, part]) => [name, shown(part)]));
}
