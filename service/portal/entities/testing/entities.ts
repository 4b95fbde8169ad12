/** Makes and reads entities of a portal by its API. */
import type { TestPortal } from '../../testing/portal.ts';

/** Where the versioned interface lives. */
export const V2 = '/api/v2/Public';
/** What companies and locations must have. */
export const address = { address: 'Rua 1', city: 'Braga', zip: '4700-001', countryCode: 'PT' };

/** Names of the fields that are wrong, of a body that says so. */
export function fieldsOf(body: { errors: { field: string }[] }): string[] {
  return body.errors.map(({ field }) => field);
}

/**
 * Entities with names of their own; `more` has what matters to a test.
 * @param portal asked when it is needed: it may be started after this
 */
export function entitiesOf(portal: () => TestPortal) {
  let count = 0;
  const get = (kind: string, id: number) => portal().ask('GET', `${V2}/${kind}/${id}`);
  return {
    get,
    async organization(more: object = {}, parentEntityId = 2): Promise<number> {
      const body = { parentEntityId, name: `Grupo ${++count}`, ...more };
      const made = await portal().ask<{ organizationId: number }>('POST', `${V2}/Organization`, body);
      return made.organizationId;
    },
    async company(parentEntityId: number, more: object = {}): Promise<number> {
      const names = { name: `Padaria ${++count}`, taxId: 'PT510987656' };
      const body = { parentEntityId, ...names, ...address, ...more };
      return (await portal().ask<{ companyId: number }>('POST', `${V2}/Company`, body)).companyId;
    },
    async location(parentEntityId: number, more: object = {}): Promise<number> {
      const names = { name: 'Loja', locationIdentification: `L${++count}` };
      const body = { parentEntityId, ...names, ...address, ...more };
      return (await portal().ask<{ locationId: number }>('POST', `${V2}/Location`, body)).locationId;
    },
    stateOf: async (kind: string, id: number) => (await get(kind, id)).state,
  };
}
