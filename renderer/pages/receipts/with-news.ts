import type { ReceiptList } from '../../../service/register/wire.ts';

/**
 * The newest receipts before those that were shown, so that a list that was made longer stays so.
 * @param shown newest first
 * @param fresh its first page, as it is now
 */
export function withNews(shown: ReceiptList | null, fresh: ReceiptList): ReceiptList {
  const last = fresh.receipts.at(-1)?.sq;
  const at = shown?.receipts.findIndex(({ sq }) => sq === last) ?? -1;
  // Where more came than a page holds, what lies between is not known.
  if (!shown || at < 0) return fresh;
  const older = shown.receipts.slice(at + 1);
  return older.length === 0
    ? fresh
    : { ...shown, currency: fresh.currency, receipts: [...fresh.receipts, ...older] };
}

/**
 * Further receipts behind those that are shown.
 * @param of what they were asked for behind; what is shown may have changed since
 */
export function withMore(
  shown: ReceiptList | null,
  of: Pick<ReceiptList, 'continuation'>,
  more: ReceiptList,
): ReceiptList | null {
  if (shown?.continuation !== of.continuation) return shown;
  return { ...more, receipts: [...shown.receipts, ...more.receipts] };
}
