/** Receipts as the control page lists and shows them. */
import { minor, amountText } from '../receipt/money.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { writeXml, XML_DECLARATION } from '../receipt/xml.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Journal } from '../journal/journal.ts';
import type { Country } from '../countries/contract/country.ts';
import type { SignatureSources } from '../countries/contract/receipt-signature.ts';
import { handleOf } from './paper/digital-receipts.ts';
import { paperHeadOf, type PaperHead } from './paper/paper.ts';
import { receiptOf } from './paper/receipts.ts';
import type { Register } from './register.ts';
import type { ReceiptDetail, ReceiptRow } from './wire.ts';

/** A record of the journal in a list; a receipt by the configuration in force. */
export function rowOf(register: Register, record: JournalRecord, cfg: Cfg): ReceiptRow {
  if (record._ !== 'Tra') return otherRow(record);
  const voided = register.wasVoided(record);
  return rowFrom(register, record, paperHeadOf(record, cfg, { voided }), voided);
}

function rowFrom(
  { country }: Register,
  record: JournalRecord,
  paper: PaperHead,
  voided: boolean,
): ReceiptRow {
  const { Void, T, Ctm } = record.ESR ?? {};
  return {
    type: record._,
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

/** A record that is no receipt: a configuration, a report, an event. */
function otherRow({ _: type, SQ: sq, D: date, Event: event }: JournalRecord): ReceiptRow {
  const nothing = { total: null, customer: '', operator: '', marks: [], taken: null };
  return { type, sq, number: '', title: textOf(event), date, ...nothing };
}

function otherDetail(record: JournalRecord): ReceiptDetail {
  return {
    ...otherRow(record),
    ...{ currency: '', paper: null, reprints: 0, digital: null, signature: 'country' },
    ...rawOf(record),
  };
}

function rawOf(record: JournalRecord): Pick<ReceiptDetail, 'json' | 'xml'> {
  return {
    json: JSON.stringify(record, null, 2),
    xml: `${XML_DECLARATION}${writeXml(record._, record)}`,
  };
}

type PublicKeys = () => Promise<ReadonlyMap<string, string>>;

/**
 * All there is to see of a receipt, or of another record; null where there is none.
 * @param publicKeys of the installation, PEM by file name; read where the country needs them
 */
export async function detailOf(
  journal: Journal,
  register: Register,
  record: JournalRecord | null,
  publicKeys: PublicKeys,
): Promise<ReceiptDetail | null> {
  if (record === null) return null;
  if (record._ !== 'Tra') return otherDetail(record);
  const receipt = await receiptOf(journal, register, record);
  const { country } = register;
  if (!record.ESR || !receipt || !country) return null;
  const paper = receipt.paper({ purpose: 'copy' });
  const { TL, TT, TN } = record.ESR;
  const access = register.answers.receiptAccess;
  return {
    ...rowFrom(register, record, paper, register.wasVoided(record)),
    currency: paper.currency,
    paper,
    ...rawOf(record),
    reprints: TN === undefined ? 0 : ((await register.prints.count({ TL, TT, TN })) ?? 0),
    digital: access && handleOf(access, record).link,
    signature: await signatureOf(country, record, {
      publicKeys,
      state: (key) => Promise.resolve(register.state.get(key)),
      byNumber: (number) => journal.byFiscalNumber(register.rn, number),
    }),
  };
}

/** @param publicKeys read where the country needs them */
async function signatureOf(
  { receiptSignature, receiptFits }: Country,
  record: JournalRecord,
  { publicKeys, ...sources }: Omit<SignatureSources, 'publicKeys'> & { publicKeys: PublicKeys },
): Promise<ReceiptDetail['signature']> {
  if (receiptFits) {
    const fits = await receiptFits(record, { ...sources, publicKeys: new Map() });
    return fits === null ? 'missing' : fits ? 'fits' : 'wrong';
  }
  if (!receiptSignature) return 'country';
  return (await receiptSignature(record, { ...sources, publicKeys: await publicKeys() })) ?? 'missing';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
