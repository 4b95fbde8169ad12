/** Tells eKasa of a receipt, and reads its UID from the answer. */
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Delivered } from '../contract/delivery.ts';
import type { CountryContext } from '../contract/services.ts';
import { issue } from './codes.ts';
import { CERTIFICATES, ENVIRONMENT } from './credentials.ts';
import { askUid } from './device.ts';
import { ask } from './exchange.ts';
import { fiscalData } from './fiscal-data.ts';
import { receiptMessage } from './message.ts';
import { keptReceipt } from './receipt-data.ts';

/** Codes from here on are final; the one above is temporary. */
const FINAL = -2;

/** {@link CountryDelivery.delivery} of Slovakia: the receipt is told as it was kept. */
export async function deliver(
  record: JournalRecord,
  context: CountryContext,
  { late, signal }: { late: boolean; signal: AbortSignal },
): Promise<Delivered> {
  const dropped = ENVIRONMENT.droppedTest(record.Fis, context);
  if (dropped) return dropped;
  const receipt = keptReceipt(record);
  if (receipt?.ppekk !== undefined) return askUid(record, receipt, context);
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) return { outcome: 'unanswered', text: 'there is no certificate' };
  if (!receipt) return { outcome: 'unanswered', text: 'the record does not have what was to be told' };
  const test = ENVIRONMENT.isTestReceipt(record.Fis);
  const tries = `SK/tries ${record.RN} ${record.SQ}`;
  const count = nextTry(context, tries, late);
  const answer = await ask({ what: 'Receipt', certificate, test, count, signal }, context, (header) =>
    receiptMessage(header, receipt),
  );
  if ('unreachable' in answer) return { outcome: 'unanswered', text: answer.unreachable };
  if ('uid' in answer) {
    context.memory.delete(tries);
    return { outcome: 'accepted', fis: fiscalData(receipt, answer, test) };
  }
  const { code, text } = answer.refused;
  const said = `${code} ${text}`;
  if (code > FINAL) return { outcome: 'unanswered', text: said };
  return {
    outcome: 'refused',
    issue: { ...issue('#SK_REFUSED', '', `eKasa: ${said}`), values: { text: said } },
  };
}

/** Which try it is. After a restart it is the second one at least. */
function nextTry({ memory }: Pick<CountryContext, 'memory'>, key: string, late: boolean): number {
  const count = Math.max(Number(memory.get(key) ?? 0) + 1, late ? 2 : 1);
  memory.set(key, count);
  return count;
}
