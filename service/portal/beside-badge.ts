/** A badge for the register beside: who sits at it has set up the portal, too, and needs no other credentials. */
import { sameTaxId } from '../receipt/tax-id.ts';
import type { BesideCompany } from './beside.ts';
import { firstOrganization } from './bootstrap.ts';
import { addCompany } from './entities/companies.ts';
import { ENTITY_COLUMNS, type EntityRow, KIND, STATE } from './entities/entity.ts';
import { createCompany, createLocation } from './entities/fields.ts';
import { addLocation } from './entities/locations.ts';
import { makeBadge } from './registers/badge.ts';
import type { PortalServices } from './services.ts';

/** Who asks, in the audit log. */
const REGISTER = { kind: 'key', id: 0, name: 'register beside', grants: [] } as const;

/**
 * Makes a badge for the company of the register, which is created with its location where it is not known.
 * @throws Problem where the company cannot be
 */
export function badgeForBeside({ db, clock }: PortalServices, company: BesideCompany): Promise<string> {
  const now = clock.now();
  return db.write(async (transaction) => {
    const call = { db: transaction, caller: REGISTER, now };
    const organization = await firstOrganization(transaction, company.name, now);
    const rows = await transaction.select<EntityRow>(
      `SELECT ${ENTITY_COLUMNS} FROM entities
        WHERE kind = ${KIND.company} AND country_code = $country AND state <> ${STATE.Deactivated} ORDER BY id`,
      { country: company.countryCode },
    );
    const isIt = (row: EntityRow) => sameTaxId(row.tax_id ?? '', company.taxId, company.countryCode);
    const known = rows.find(isIt);
    if (known) return makeBadge(call, known);
    const { location, ...rest } = company;
    // A till may sell under any id that its country takes; the portal's list of forms must not stand in its way.
    const body = { ...rest, parentEntityId: organization.id, ignoreTaxId: true };
    const created = await addCompany(call, organization, createCompany.parse(body));
    if (location) {
      const wanted = createLocation.parse({ ...location, parentEntityId: created.id });
      await addLocation(call, created, wanted);
    }
    return makeBadge(call, created);
  });
}
