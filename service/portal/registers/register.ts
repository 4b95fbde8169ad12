/** Registers as they are kept. */
import type { Queries } from '../database/database.ts';

/** A row of the table `registers`. */
export interface RegisterRow {
  company_id: number;
  id: number;
  location_id: number | null;
  /** Name of the register in its installation (RN). */
  rn: string;
  tl: string | null;
  tt: string | null;
  /** How people call it. */
  name: string | null;
  /** Codes of the states of entities. */
  state: number;
  /** The installation: registers of the same data root have the same one. */
  instance: string;
  /** Ed25519, SPKI, PEM. */
  public_key: string;
  secret_hash: string;
  version: string | null;
  /** ISO 3166 code. */
  country: string | null;
  /** JSON of what it reported last. */
  status: string | null;
  /** Milliseconds since 1970, as all points in time. */
  activated_at: number;
  contact_at: number | null;
  /** Number of the record that the archive waits for. */
  next_sq: number;
  /** The register that it was before; null for all that began with their first record (following.ts). */
  follows: number | null;
  /** The first record that no register before it has; 1 for those that follow none. */
  own_from: number;
}

/** Columns of {@link RegisterRow}, for statements. */
export const REGISTER_COLUMNS =
  'company_id, id, location_id, rn, tl, tt, name, state, instance, public_key, secret_hash, version, country, ' +
  'status, activated_at, contact_at, next_sq, follows, own_from';

/** A register of a company. */
export async function findRegister(
  db: Queries,
  companyId: number,
  id: number,
  lock = '',
): Promise<RegisterRow | null> {
  const [row] = await db.select<RegisterRow>(
    `SELECT ${REGISTER_COLUMNS} FROM registers WHERE company_id = $companyId AND id = $id ${lock}`,
    { companyId, id },
  );
  return row ?? null;
}
