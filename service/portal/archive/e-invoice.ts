/** Electronic invoices in the archive: byte for byte as the register has handed them over. */
import { isTree } from '../../receipt/tree.ts';
import { INVOICE } from '../../register/e-invoicing.ts';
import { fileNameOf, xmlOf } from '../../register/invoice-record.ts';
import type { Queries } from '../database/database.ts';
import type { RecordPlace } from './printed.ts';
import { refuseSealed } from './sealed.ts';
import { recordAt } from './single.ts';

/**
 * The invoice of an archived receipt; null when there is none, or none yet.
 * @throws Problem 409 where it may be among sealed records; Error when what the register has sent is damaged
 */
export async function archivedInvoice(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
): Promise<{ name: string; xml: string } | null> {
  const receipt = await recordAt(db, companyId, registerId, sq);
  const state: unknown = receipt?.record.Fis?.EInvoice;
  const document = isTree(state) ? state.Document : null;
  const isNamed = typeof document === 'number' && Number.isSafeInteger(document) && document > sq;
  const record = isNamed ? (await recordAt(db, companyId, registerId, document))?.record : null;
  if (record?._ !== INVOICE || record.Of !== sq) {
    if (receipt) await refuseSealed(db, { companyId, registerId });
    return null;
  }
  return { name: fileNameOf(String(record.Number), String(record.Id), 'xml'), xml: xmlOf(record) };
}
