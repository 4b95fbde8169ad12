/** Creating and changing companies (doc 1). */
import type { z } from 'zod';
import { auditCall } from '../audit.ts';
import { sameTaxId } from '../../receipt/tax-id.ts';
import { badField, type FieldError, invalid } from '../problem.ts';
import { type EntityRow, KIND, STATE } from './entity.ts';
import type { createCompany, updateCompany } from './fields.ts';
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
  check(body, body.ignoreTaxId === true ? null : body.taxId, now);
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
  check(body, null, call.now);
  return changeEntity(call, before, {
    ...before,
    ...commonColumns(body),
    tax_id: taxId,
    country_properties: propertiesOf(body),
    state: nextState(before, body.state),
  });
}

/** What only holds between fields. `taxId` null: not looked at. */
function check(body: z.output<typeof updateCompany>, taxId: string | null, now: number): void {
  const errors: FieldError[] = [];
  const country = body.countryCode.toUpperCase();
  if (taxId !== null && !isTaxId(taxId, country)) {
    errors.push({
      field: 'taxId',
      code: 'taxId',
      message: `${taxId} is no valid tax id of ${country}; with ignoreTaxId it is taken as it is`,
    });
  }
  if (country === 'DE' && now >= WIDNR_MANDATORY && !body.countryProperties?.DE_WIdNr) {
    errors.push({
      field: 'countryProperties.DE_WIdNr',
      code: 'required',
      message: 'companies in DE need a business identification number from 2027-01-01 on',
    });
  }
  if (errors.length > 0) throw invalid(errors);
}

function propertiesOf({ countryProperties }: z.output<typeof updateCompany>): string | null {
  return countryProperties ? JSON.stringify(countryProperties) : null;
}
