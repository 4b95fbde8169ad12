/** Companies for tests. */

/** A portal that answers requests with the key of its administrator. */
interface AskedPortal {
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Creates a company in organization 2 and answers its id. */
export async function testCompany(portal: AskedPortal, more: object = {}): Promise<number> {
  const company = await portal.ask<{ companyId: number }>('POST', '/api/v2/Public/Company', {
    parentEntityId: 2,
    name: 'Padaria Exemplo',
    taxId: 'PT599999993',
    address: 'Rua Augusta 1',
    city: 'Lisboa',
    zip: '1100-048',
    countryCode: 'PT',
    ...more,
  });
  return company.companyId;
}

/** Creates a location of a company and answers its id. */
export async function testLocation(
  portal: AskedPortal,
  companyId: number,
  locationIdentification: string,
  more: object = {},
): Promise<number> {
  const location = await portal.ask<{ locationId: number }>('POST', '/api/v2/Public/Location', {
    parentEntityId: companyId,
    name: `Loja ${locationIdentification}`,
    address: 'Rua do Ouro 2',
    city: 'Lisboa',
    zip: '1100-061',
    countryCode: 'PT',
    locationIdentification,
    ...more,
  });
  return location.locationId;
}
