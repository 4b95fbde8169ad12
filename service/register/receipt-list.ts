/** Receipts as the control page lists and shows them. */
import { minor, amountText } from '../receipt/money.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { writeXml, XML_DECLARATION } from '../receipt/xml.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Journal } from '../journal/journal.ts';
import type { Paper } from '../wire.ts';
import { handleOf } from './digital-receipts.ts';
import { paperOf } from './paper.ts';
import { receiptOf } from './receipts.ts';
import type { Register } from './register.ts';
import type { ReceiptDetail, ReceiptRow } from './wire.ts';

/** A receipt in a list, by the configuration in force. */
export function rowOf(register: Register, record: JournalRecord, cfg: Cfg): ReceiptRow {
  const voided = register.wasVoided(record);
  return rowFrom(register, record, paperOf(record, cfg, { voided }), voided);
}

function rowFrom({ country }: Register, record: JournalRecord, paper: Paper, voided: boolean): ReceiptRow {
  const { Void, T, Ctm } = record.ESR ?? {};
  return {
    sq: record.SQ,
    number: paper.number,
    title: paper.title,
    date: paper.date,
    total:
      paper.total === null || T === undefined || !country
        ? null
        : amountText(minor(T, country.currency.digits), country.currency.digits),
    customer: textOf(Ctm?.Nam),
    operator: paper.operator ?? '',
    marks: paper.marks,
    taken: Void === '1' ? 'void' : voided ? 'voided' : null,
  };
}

/**
 * All there is to see of a receipt; null for what is none.
 * @param publicKeys of the installation, PEM by file name; read where the country needs them
 */
export async function detailOf(
  journal: Journal,
  register: Register,
  record: JournalRecord | null,
  publicKeys: () => Promise<ReadonlyMap<string, string>>,
): Promise<ReceiptDetail | null> {
  const receipt = record?._ === 'Tra' ? await receiptOf(journal, register, record) : null;
  const { country } = register;
  if (!record?.ESR || !receipt || !country) return null;
  const paper = receipt.paper({ purpose: 'copy' });
  const { FN, TL, TT, TN } = record.ESR;
  const access = register.receiptAccess;
  return {
    ...rowFrom(register, record, paper, register.wasVoided(record)),
    currency: paper.currency,
    fn: FN ?? null,
    paper,
    json: JSON.stringify(record, null, 2),
    xml: `${XML_DECLARATION}${writeXml(record._, record)}`,
    reprints: TN === undefined ? 0 : ((await register.prints.count({ TL, TT, TN })) ?? 0),
    digital: access && handleOf(access, record).link,
    signature: country.receiptSignature
      ? ((await country.receiptSignature(record, {
          publicKeys: await publicKeys(),
          state: (key) => Promise.resolve(register.state.get(key)),
          byNumber: (number) => journal.byFiscalNumber(register.rn, number),
        })) ?? 'missing')
      : 'country',
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
