/** Tells CIS of a receipt, and reads the JIR from its answer. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Delivered } from '../contract/delivery.ts';
import type { CountryContext } from '../contract/services.ts';
import type { CisError } from './answer.ts';
import { issue } from './codes.ts';
import { certificateOf } from './credentials.ts';
import { cisErrorText } from './error-texts.ts';
import { helpsItself } from './errors.ts';
import { ENVIRONMENT } from './environment.ts';
import { ask } from './exchange.ts';
import { fiscalData } from './fiscal-data.ts';
import { receiptMessage } from './message.ts';
import { receiptData, type HrReceipt } from './receipt-data.ts';

/** {@link CountryDelivery.delivery} of Croatia: the receipt is told with the data and the ZKI that were printed. */
export async function deliver(
  record: JournalRecord,
  context: CountryContext,
  { late, signal }: { late: boolean; signal: AbortSignal },
): Promise<Delivered> {
  const dropped = ENVIRONMENT.droppedTest(record.Fis, context);
  if (dropped) return dropped;
  const test = ENVIRONMENT.isTestReceipt(record.Fis);
  const certificate = certificateOf(context, context.cfg);
  if (!certificate) return { outcome: 'unanswered', text: 'there is no fiscal certificate' };
  const receipt = reportedReceipt(record, context.cfg);
  const answer = await ask({ operation: 'racuni', certificate, test, signal }, context, (header) =>
    receiptMessage(header, receipt, late),
  );
  if ('jir' in answer) return { outcome: 'accepted', fis: fiscalData(receipt, answer.jir, test) };
  if ('unreachable' in answer) return { outcome: 'unanswered', text: answer.unreachable };
  if (!('refused' in answer))
    return { outcome: 'unanswered', text: 'unreadable' in answer ? answer.unreadable : 'it has no JIR' };
  const text = errorText(answer.refused);
  if (helpsItself(answer.refused.map(({ code }) => code))) return { outcome: 'unanswered', text };
  const [first] = answer.refused;
  const values = { text: cisErrorText(first!.code, 'hr') ?? first!.text };
  return { outcome: 'refused', issue: { ...issue('#HR_REFUSED', '', `CIS: ${text}`), values } };
}

/** Errors of CIS in its own words. */
export function errorText(errors: readonly CisError[]): string {
  return errors.map(({ code, text }) => `${code} ${text}`).join('; ');
}

/** A registered receipt as it was printed. */
export function reportedReceipt({ ESR, Fis }: JournalRecord, cfg: Cfg): HrReceipt {
  const inVat = Fis?.HR_USustPdv === '0' ? '0' : '1';
  const then = { ...cfg, Cmp: { ...cfg.Cmp, HR_USustPdv: inVat } };
  return { ...receiptData(ESR as CompleteEsr, then), zki: tagOf(Fis, 'ZKI') ?? '' };
}
