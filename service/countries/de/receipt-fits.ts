/** {@link Country.receiptFits} of Germany: TSEs sign on curves that browsers do not know. */
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { SignatureSources } from '../contract/receipt-signature.ts';
import type { TseIdentity } from '../contract/tse.ts';
import { keptOf, tseKey, type KeptProcess } from './kept.ts';
import { processOf } from './kind.ts';
import { qrCode } from './qr.ts';
import { isSignedBy } from './signature.ts';
import { tseName } from './tse-name.ts';

/** See above; null where the TSE failed, and for a TSE that the register does not know. */
export async function receiptFits(
  record: JournalRecord,
  { state }: Pick<SignatureSources, 'state'>,
): Promise<boolean | null> {
  const { Process } = keptOf(record);
  if (!Process?.Tse || !record.ESR) return null;
  const identity = (await state(tseKey(tseName(Process.Tse)))) as TseIdentity | undefined;
  if (identity === undefined) return null;
  const told = processOf(record.ESR as CompleteEsr);
  return (
    told !== null &&
    isWhatWasSigned(told, Process) &&
    (record.Fis?.Code === undefined || record.Fis.Code === qrCode(Process, identity)) &&
    isSignedBy(Process, Process.Tse, identity, new Map())
  );
}

/**
 * Whether it was signed as it is signed now, or was before: money to another till, and for training,
 * has had no sum, and cash that moves was another process where its type is none of those of old (DE7).
 */
export function isWhatWasSigned(
  told: { type: string; data: string },
  { Type, Data, Bon }: KeptProcess,
): boolean {
  const paid = (data: string) => data.split('^')[2];
  const wasOther = Bon === 'AVSonstige' && told.data.startsWith('Beleg^0.00_0.00_0.00_0.00_');
  const hadNoSum =
    (wasOther || ['AVTransfer', 'AVTraining'].includes(Bon)) &&
    Data.startsWith(`${Bon}^0.00_0.00_0.00_0.00_0.00^`);
  return told.type === Type && (told.data === Data || (hadNoSum && paid(told.data) === paid(Data)));
}
