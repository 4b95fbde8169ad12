/** Tells FURS of a receipt, and reads the EOR from its answer. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Delivered } from '../contract/delivery.ts';
import type { CountryContext } from '../contract/services.ts';
import { issue } from './codes.ts';
import { CERTIFICATES, ENVIRONMENT } from './credentials.ts';
import { ask } from './exchange.ts';
import { fiscalData } from './fiscal-data.ts';
import { receiptMessage } from './message.ts';
import { keptNumbering } from './numbering.ts';
import { receiptData, type SiReceipt } from './receipt-data.ts';
import { keptReferences } from './references.ts';

/** {@link CountryDelivery.delivery} of Slovenia: the receipt is told with the data and the ZOI that were printed. */
export async function deliver(
  record: JournalRecord,
  context: CountryContext,
  { late, signal }: { late: boolean; signal: AbortSignal },
): Promise<Delivered> {
  const dropped = ENVIRONMENT.droppedTest(record.Fis, context);
  if (dropped) return dropped;
  const test = ENVIRONMENT.isTestReceipt(record.Fis);
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) return { outcome: 'unanswered', text: 'there is no certificate' };
  const receipt = reportedReceipt(record, context.cfg);
  const answer = await ask({ operation: 'invoice', certificate, test, signal }, context, (header) =>
    receiptMessage(header, receipt, late),
  );
  if ('unreachable' in answer) return { outcome: 'unanswered', text: answer.unreachable };
  if ('eor' in answer) return { outcome: 'accepted', fis: fiscalData(receipt, answer.eor, test, context) };
  const { code, text } = answer.refused;
  const said = `${code} ${text}`;
  if (isTemporary(code, text)) return { outcome: 'unanswered', text: said };
  return {
    outcome: 'refused',
    issue: { ...issue('#SI_REFUSED', '', `FURS: ${said}`), values: { text: said } },
  };
}

/** Sending again helps by itself. The lists of codes that are known contradict each other: the words count. */
function isTemporary(code: string, text: string): boolean {
  return code === 's100' || /system error|sistemsk\w* napak/i.test(text);
}

/** A registered receipt as it was printed. */
function reportedReceipt({ ESR, Fis }: JournalRecord, cfg: Cfg): SiReceipt {
  return {
    ...receiptData(ESR as CompleteEsr, cfg, keptReferences(Fis), keptNumbering(Fis)),
    zoi: tagOf(Fis, 'ZOI') ?? '',
  };
}
