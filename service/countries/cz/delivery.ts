/** Tells the authority of a receipt, and reads FIK or POK from its answer. */
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { Delivered } from '../contract/delivery.ts';
import type { CountryContext } from '../contract/services.ts';
import { issue } from './codes.ts';
import { CERTIFICATES, ENVIRONMENT } from './credentials.ts';
import { ask } from './exchange.ts';
import { fiscalData } from './fiscal-data.ts';
import { recordedReceipt } from './receipt-data.ts';

/** Temporary: the same message is taken later. */
const TEMPORARY = -1;

/** {@link CountryDelivery.delivery} of Czechia: the receipt is told with the data and codes that were printed. */
export async function deliver(
  { ESR, Fis }: JournalRecord,
  context: CountryContext,
  { late, signal }: { late: boolean; signal: AbortSignal },
): Promise<Delivered> {
  const dropped = ENVIRONMENT.droppedTest(Fis, context);
  if (dropped) return dropped;
  const test = ENVIRONMENT.isTestReceipt(Fis);
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) return { outcome: 'unanswered', text: 'there is no certificate' };
  const receipt = recordedReceipt(ESR as CompleteEsr, Fis, context.cfg);
  const answer = await ask(receipt, { certificate, test, late, signal }, context);
  if ('unreachable' in answer) return { outcome: 'unanswered', text: answer.unreachable };
  if ('code' in answer) return { outcome: 'accepted', fis: fiscalData(receipt, answer, test, context) };
  const { code, text } = answer.refused;
  const said = `${code} ${text}`;
  if (code === TEMPORARY) return { outcome: 'unanswered', text: said };
  return {
    outcome: 'refused',
    issue: { ...issue('#CZ_REFUSED', '', `EET: ${said}`), values: { text: said } },
  };
}
