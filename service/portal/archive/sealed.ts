/**
 * What the portal cannot do with records that a company has sealed (receipt/sealed.ts), and says so: an
 * answer that leaves them out would look like a whole one.
 */
import { SEALED } from '../../receipt/sealed.ts';
import type { Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';

/** Where sealed records would matter. */
export interface SealedPlace {
  companyId: number;
  /** Left out: all registers of the company. */
  registerId?: number | null | undefined;
  /** Registers that are there now. */
  locationId?: number | null | undefined;
  /** First and last day, `YYYY-MM-DD`; left out: all. */
  from?: string | null | undefined;
  till?: string | null | undefined;
}

/** Registers that are named at most. */
const NAMED = 5;

/** 409: what was asked for needs the content of sealed records. */
export class SealedProblem extends Problem {
  constructor(registers: readonly string[]) {
    const names = registers.join(', ');
    const text =
      `records of ${names} are sealed with the key of the company, and the portal cannot read them: ` +
      'ask for other days or registers, ask the register, or download the journal and open it with the key';
    super(409, text, [{ field: '', code: 'sealed', message: text, params: { registers: names } }]);
  }
}

/** Whether there are sealed records. */
export async function hasSealed(db: Queries, place: SealedPlace): Promise<boolean> {
  return (await sealedRegisters(db, place, 1)).length > 0;
}

/** @throws SealedProblem 409 where there are sealed records */
export async function refuseSealed(db: Queries, place: SealedPlace): Promise<void> {
  const registers = await sealedRegisters(db, place, NAMED);
  if (registers.length > 0) throw new SealedProblem(registers);
}

/** Registers with sealed records, as people know them. */
async function sealedRegisters(
  db: Queries,
  { companyId, registerId, locationId, from, till }: SealedPlace,
  most: number,
): Promise<string[]> {
  const rows = await db.select<{ id: number; rn: string }>(
    `SELECT g.id, g.rn FROM registers g
      WHERE g.company_id = $companyId ${registerId ? 'AND g.id = $registerId' : ''}
        ${locationId ? 'AND g.location_id = $locationId' : ''} AND EXISTS (
        SELECT 1 FROM records r WHERE r.company_id = g.company_id AND r.register_id = g.id
          AND r.type = '${SEALED}' AND r.at >= $from AND r.at < $behind)
      ORDER BY g.id LIMIT ${most}`,
    {
      companyId,
      ...(registerId && { registerId }),
      ...(locationId && { locationId }),
      from: from?.slice(0, 10) ?? '',
      // Behind all times of the day.
      behind: `${till?.slice(0, 10) ?? ''}~`,
    },
  );
  return rows.map(({ id, rn }) => `${rn} (${id})`);
}

/**
 * Which companies have sealed records from a day on: for pages of many companies, which cannot be refused for one.
 * @param from `YYYY-MM-DD`
 * @param locationId only registers that are there now
 */
export async function sealedCompanies(
  db: Queries,
  companyIds: readonly number[],
  from: string,
  locationId: number | null,
): Promise<Set<number>> {
  if (companyIds.length === 0) return new Set();
  const rows = await db.select<{ id: number }>(
    `SELECT DISTINCT g.company_id AS id FROM registers g
      WHERE g.company_id IN (${companyIds.join(', ')})
        ${locationId === null ? '' : 'AND g.location_id = $locationId'} AND EXISTS (
        SELECT 1 FROM records r WHERE r.company_id = g.company_id AND r.register_id = g.id
          AND r.type = '${SEALED}' AND r.at >= $from)`,
    { from, ...(locationId !== null && { locationId }) },
  );
  return new Set(rows.map(({ id }) => id));
}
