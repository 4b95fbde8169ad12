/** The registers of an entity and of everything beneath it. */
import type { Transaction } from '../database/database.ts';
import { type EntityRow, KIND, STATE } from '../entities/entity.ts';
import { beneath } from '../entities/store.ts';

/** A condition on the table `registers`, with its parameters. */
export interface Registers {
  sql: string;
  parameters: Record<string, string | number>;
}

/** Condition for the registers of an entity and of everything beneath it. */
export function registersIn(entity: EntityRow): Registers {
  if (entity.kind === KIND.location) {
    const parameters = { companyId: entity.parent_id, locationId: entity.id };
    return { sql: 'company_id = $companyId AND location_id = $locationId', parameters };
  }
  if (entity.kind === KIND.company) {
    return { sql: 'company_id = $companyId', parameters: { companyId: entity.id } };
  }
  const { sql, parameters } = beneath(entity.path);
  return {
    sql: `company_id IN (SELECT id FROM entities WHERE ${sql} AND kind = ${KIND.company})`,
    parameters,
  };
}

/** Condition for one register. */
export function oneRegister({ company_id: companyId, id }: { company_id: number; id: number }): Registers {
  return { sql: 'company_id = $companyId AND id = $registerId', parameters: { companyId, registerId: id } };
}

/** Deactivates registers; nothing is the matter with them any more. */
export async function endRegisters(
  db: Transaction,
  { sql, parameters }: Registers,
  now: number,
): Promise<void> {
  // Registers first, as signs of life do: nobody waits in a circle.
  await db.run(`UPDATE registers SET state = ${STATE.Deactivated} WHERE ${sql}`, parameters);
  await db.run(
    `UPDATE notifications SET ended_at = $now
      WHERE ended_at IS NULL AND (company_id, register_id) IN (SELECT company_id, id FROM registers WHERE ${sql})`,
    { ...parameters, now },
  );
}

/** Makes productive registers ones for tests. */
export async function testRegisters(db: Transaction, { sql, parameters }: Registers): Promise<void> {
  await db.run(
    `UPDATE registers SET state = ${STATE.Test} WHERE state = ${STATE.Productive} AND ${sql}`,
    parameters,
  );
}
