/** Creating and changing companies (doc 1). */
import type { z } from 'zod';
import { auditCall } from '../audit.ts';
import { sameTaxId } from '../../receipt/tax-id.ts';
import { isTree } from '../../receipt/tree.ts';
import { badField, type FieldError } from '../problem.ts';
import { type EntityRow, KIND, STATE } from './entity.ts';
import { createCompany, type updateCompany } from './fields.ts';
import { addLocation } from './locations.ts';
import { changeEntity, commonColumns, type Context, NO_COLUMNS } from './organizations.ts';
import { firstState, nextState } from './states.ts';
import { insertEntity } from './store.ts';
import { isTaxId } from '../../countries/vat-number.ts';

/** From then on German companies must have a business identification number (doc 1). */
const WIDNR_MANDATORY = Date.UTC(2026, 11, 31, 23);

/** Locations that a company gets when it is created for tests (doc 1, portal usage notes). */
const TEST_LOCATIONS = ['TEST1', 'TEST2'];

/** Creates a company in an organization; under a test organization with two locations to try things out. */
export async function addCompany(
  call: Context,
  parent: EntityRow,
  body: Omit<z.output<typeof createCompany>, 'parentEntityId'>,
): Promise<EntityRow> {
  const { db, now } = call;
  const row = await insertEntity(db, parent, {
    ...commonColumns(body),
    ...NO_COLUMNS,
    kind: KIND.company,
    parent_id: parent.id,
    state: firstState(parent, body.state),
    tax_id: body.taxId,
    ignore_tax_id: body.ignoreTaxId === true ? 1 : 0,
    country_properties: propertiesOf(body),
    created_at: now,
    changed_at: now,
  });
  await auditCall(call, 'company created', row, { name: row.name, taxId: row.tax_id });
  if (parent.state === STATE.Test) {
    for (const [i, locationIdentification] of TEST_LOCATIONS.entries()) {
      await addLocation(call, row, {
        name: `${body.name.slice(0, 950)} - Test ${i + 1}`,
        address: body.address,
        city: body.city,
        zip: body.zip,
        countryCode: body.countryCode,
        locationIdentification,
      });
    }
  }
  return row;
}

/** Replaces what is known of a company. */
export async function changeCompany(
  call: Context,
  before: EntityRow,
  body: z.output<typeof updateCompany>,
): Promise<EntityRow> {
  const taxId = body.taxId ?? before.tax_id;
  // Another spelling of the same one is no change of the company.
  const isOther = !sameTaxId(taxId ?? '', before.tax_id ?? '', before.country_code ?? '');
  if (isOther && before.ignore_tax_id !== 1) {
    throw badField(
      'taxId',
      'fixed',
      'the tax id can only be changed when the company was created with ignoreTaxId; create a new company',
    );
  }
  return changeEntity(call, before, {
    ...before,
    ...commonColumns(body),
    tax_id: taxId,
    country_properties: propertiesOf(body),
    state: nextState(before, body.state),
  });
}

/**
 * What only holds between fields of a new company.
 * @param body as it was sent; fields that are wrong by themselves are left to the schema
 */
export function newCompanyFaults(body: Readonly<Record<string, unknown>>, now: number): FieldError[] {
  const taxId = createCompany.shape.taxId.safeParse(body.taxId).data;
  const country = countryIn(body);
  const isLooked = body.ignoreTaxId === undefined || body.ignoreTaxId === null || body.ignoreTaxId === false;
  const others = changedCompanyFaults(body, now);
  if (!isLooked || taxId === undefined || country === null || isTaxId(taxId, country)) return others;
  const message = `${taxId} is no valid tax id of ${country}; with ignoreTaxId it is taken as it is`;
  return [{ field: 'taxId', code: 'taxId', message }, ...others];
}

/** The same of a company that there is. */
export function changedCompanyFaults(body: Readonly<Record<string, unknown>>, now: number): FieldError[] {
  const { countryProperties } = body;
  const given: unknown = isTree(countryProperties) ? countryProperties.DE_WIdNr : null;
  const isMissing = given === undefined || given === null;
  if (countryIn(body) !== 'DE' || now < WIDNR_MANDATORY || !isMissing) return [];
  const message = 'companies in DE need a business identification number from 2027-01-01 on';
  return [{ field: 'countryProperties.DE_WIdNr', code: 'required', message }];
}

function countryIn({ countryCode }: Readonly<Record<string, unknown>>): string | null {
  return createCompany.shape.countryCode.safeParse(countryCode).data?.toUpperCase() ?? null;
}

function propertiesOf({ countryProperties }: z.output<typeof updateCompany>): string | null {
  return countryProperties ? JSON.stringify(countryProperties) : null;
}
