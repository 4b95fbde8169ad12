/** What operations answer, for OpenAPI and the contract test (doc 1; answer 28). */
import { z } from 'zod';

const timestamp = () => z.string().describe('ISO 8601');
const text = () => z.string().nullable();

const common = {
  parentEntityId: z.int(),
  name: z.string(),
  address: text(),
  city: text(),
  zip: text(),
  countryCode: text(),
  invoiceEmailAddress: text(),
  userComment: text(),
  state: z.enum(['Productive', 'Test', 'Deactivated']),
  createdTimestamp: timestamp(),
  changedTimestamp: timestamp(),
  deactivateAfterTimestamp: timestamp().nullable(),
};

/** PublicOrganizationResult. */
export const organizationResult = z.object({ organizationId: z.int(), ...common });

/** PublicCompanyResult. */
export const companyResult = z.object({
  companyId: z.int(),
  ...common,
  taxId: z.string(),
  ignoreTaxId: z.boolean(),
  countryProperties: z.object({ DE_WIdNr: z.string().nullish() }).nullable(),
});

/** PublicLocationResult. */
export const locationResult = z.object({
  locationId: z.int(),
  ...common,
  locationIdentification: z.string(),
});

/** A page of a search. */
export const searchResult = <T extends z.ZodType>(items: T) =>
  z.object({ items: z.array(items), totalCount: z.int(), offset: z.int(), limit: z.int() });

/** ResultBase: what has become of an entity. */
export const resultBase = z.object({
  companyId: z.int().optional(),
  locationId: z.int().optional(),
  success: z.boolean(),
  message: z.string(),
  state: z.enum(['Productive', 'Test', 'Deactivated']),
  deactivateAfterTimestamp: timestamp().nullable(),
});

/** A contact of a company. */
export const contactResult = z.object({
  contactId: z.int(),
  companyId: z.int(),
  contactName: z.string(),
  emailAddress: z.string(),
  contactType: z.string(),
  phoneNumber: text(),
  createdTimestamp: timestamp(),
});

/** A point in time as it is answered: ISO 8601, UTC. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** An entity of a tree, with what is in it (TreeNode of entities/tree.ts). */
export const treeNode = z.object({
  kind: z.enum(['organization', 'company', 'location']),
  organizationId: z.int().optional(),
  companyId: z.int().optional(),
  locationId: z.int().optional(),
  name: z.string(),
  state: z.enum(['Productive', 'Test', 'Deactivated']),
  taxId: text().optional(),
  locationIdentification: text().optional(),
  get organizations() {
    return z.array(treeNode);
  },
  get companies() {
    return z.array(treeNode);
  },
  get locations() {
    return z.array(treeNode);
  },
  registers: z.array(
    z.object({
      registerId: z.int(),
      registerNumber: z.string(),
      name: text(),
      state: z.enum(['Productive', 'Test', 'Deactivated']),
      lastContactTimestamp: timestamp().nullable(),
    }),
  ),
});
