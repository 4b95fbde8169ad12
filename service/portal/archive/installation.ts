/**
 * What a register tells about the installation that it runs on, because exports
 * and audits of its country cannot read it in the journal: the program that the
 * law holds responsible, values such as the shop's own tax rates, and the public
 * keys of its receipts. Never secrets.
 */
import { z } from 'zod';
import type { AuditContext } from '../../countries/contract/audit.ts';
import type { Program } from '../../countries/contract/services.ts';
import type { Json } from '../../receipt/json.ts';
import type { Queries } from '../database/database.ts';

const text = () => z.string().max(300);
const NAME = /^[\w./ -]{1,100}$/;

/** Body of `PUT /recorder/v1/installation`. */
export const installationRequest = z.object({
  program: z.object({
    product: text(),
    version: text(),
    producer: z.object({ name: text(), taxId: text() }),
    certificate: text(),
  }),
  /** Entries of the vault that the country names in `exportValues`. */
  values: z.record(z.string().regex(NAME), z.json()).default({}),
  /** PEM by file name. */
  publicKeys: z.record(z.string().regex(NAME), z.string().max(10_000)).default({}),
});

/** An installation as exports and audits see it. */
export interface Installation {
  program: Program;
  values: Record<string, Json>;
  publicKeys: AuditContext['publicKeys'];
}

/** Keeps what a register has told. */
export async function keepInstallation(
  db: Queries,
  register: { company_id: number; id: number },
  installation: z.output<typeof installationRequest>,
  now: number,
): Promise<void> {
  await db.run(
    `INSERT INTO register_installations (company_id, register_id, data, changed_at)
      VALUES ($companyId, $registerId, $data, $now)
      ON CONFLICT (company_id, register_id) DO UPDATE SET data = excluded.data, changed_at = excluded.changed_at`,
    { companyId: register.company_id, registerId: register.id, data: JSON.stringify(installation), now },
  );
}

/** What a register has told; null for nothing yet. */
export async function installationOf(
  db: Queries,
  companyId: number,
  registerId: number,
): Promise<Installation | null> {
  const rows = await db.select<{ data: string }>(
    'SELECT data FROM register_installations WHERE company_id = $companyId AND register_id = $registerId',
    { companyId, registerId },
  );
  return read(rows[0]);
}

/** What any register of a company has told last: an export of all of them names one program. */
export async function newestInstallation(db: Queries, companyId: number): Promise<Installation | null> {
  const rows = await db.select<{ data: string }>(
    `SELECT data FROM register_installations WHERE company_id = $companyId
      ORDER BY changed_at DESC, register_id LIMIT 1`,
    { companyId },
  );
  return read(rows[0]);
}

function read(row: { data: string } | undefined): Installation | null {
  if (!row) return null;
  const { program, values, publicKeys } = JSON.parse(row.data) as z.output<typeof installationRequest>;
  return { program, values, publicKeys: new Map(Object.entries(publicKeys)) };
}
