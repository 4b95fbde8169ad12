import type { EntityKind } from './types.ts';

/** What there is to see of an entity, by its kind; the first one is shown unless another is asked for. */
export const SECTIONS = {
  organization: [
    'overview',
    'details',
    'prices',
    'users',
    'keys',
    'audit',
    'new-organization',
    'new-company',
  ],
  company: [
    'overview',
    'registers',
    'notifications',
    'base-data',
    'licences',
    'receipts',
    'digital-receipts',
    'details',
    'contacts',
    'users',
    'keys',
    'audit',
    'new-location',
  ],
  location: ['overview', 'receipts', 'details', 'users', 'keys', 'audit'],
} as const satisfies Record<EntityKind, readonly string[]>;

/** A section of any kind of entity. */
export type Section = (typeof SECTIONS)[EntityKind][number];

/** Where on the page somebody is. */
export type Place =
  | { page: 'home' | 'account' | 'notifications' | 'forgotten' | 'missing' }
  | { page: (typeof LINKS)[number]; token: string }
  | { page: 'entity'; kind: EntityKind; id: number; section: Section; registerId?: number }
  | { page: 'register'; companyId: number; registerId: number }
  | { page: 'receipt'; companyId: number; registerId: number; sq: number };

const MAX_ID = 2_147_483_647;

/** Pages that links of mails lead to, with a token. */
const LINKS = ['invitation', 'reset', 'unsubscribe'] as const;

/** Pages with nothing behind their name. */
const PLAIN = ['account', 'notifications', 'forgotten'] as const;

/** The place that the hash of an address asks for. */
export function placeIn(hash: string): Place {
  const [first = '', second, third, ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (first === '') return { page: 'home' };
  const plain = PLAIN.find((page) => page === first);
  if (plain && second === undefined) return { page: plain };
  const link = LINKS.find((page) => page === first);
  if (link && second && third === undefined) return { page: link, token: textIn(second) };
  const id = numberIn(second);
  if (id === null || id > MAX_ID) return { page: 'missing' };
  if (first === 'register') {
    const registerId = numberIn(third);
    const sq = numberIn(rest[0]);
    if (registerId === null) return { page: 'missing' };
    if (rest.length === 0) return { page: 'register', companyId: id, registerId };
    return sq === null || rest.length > 1
      ? { page: 'missing' }
      : { page: 'receipt', companyId: id, registerId, sq };
  }
  if (!Object.hasOwn(SECTIONS, first) || rest.length > 1) return { page: 'missing' };
  const kind = first as EntityKind;
  const section = (third ?? 'overview') as Section;
  if (!(SECTIONS[kind] as readonly string[]).includes(section)) return { page: 'missing' };
  if (rest.length === 0) return { page: 'entity', kind, id, section };
  // Receipts of one register among those of its company.
  const registerId = section === 'receipts' && kind === 'company' ? numberIn(rest[0]) : null;
  return registerId === null ? { page: 'missing' } : { page: 'entity', kind, id, section, registerId };
}

/** Address of an entity's page. */
export function entityHash(kind: EntityKind, id: number, section: Section = 'overview'): string {
  return section === 'overview' ? `#/${kind}/${id}` : `#/${kind}/${id}/${section}`;
}

/** Address of a register's page. */
export function registerHash(companyId: number, registerId: number): string {
  return `#/register/${companyId}/${registerId}`;
}

/** Address of the receipts of a register. */
export function receiptsHash(companyId: number, registerId: number): string {
  return `${entityHash('company', companyId, 'receipts')}/${registerId}`;
}

/** Address of a receipt's page. */
export function receiptHash(companyId: number, registerId: number, sq: number): string {
  return `${registerHash(companyId, registerId)}/${sq}`;
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A token as it was sent; one that is broken stays as it is, and the portal will not know it. */
function textIn(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
