/** What the page of a digital receipt shows. */
import { countryFor } from '../../countries/register-currency.ts';
import type { ReceiptSignature } from '../../countries/contract/receipt-signature.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { fileName } from '../../render/file-name.ts';
import { formOf } from '../../render/long-forms.ts';
import { qrElement, qrSymbol } from '../../render/qr.ts';
import { installationOf } from '../archive/installation.ts';
import { printedCopy, type RecordPlace } from '../archive/printed.ts';
import { lateLine, recordOf } from '../archive/record.ts';
import { cfgOf } from '../archive/register-source.ts';
import { ArchivedState } from '../archive/register-state.ts';
import type { Queries } from '../database/database.ts';
import type { ReceiptRules } from './rules.ts';

const QUIET = 4;

/** A receipt on its page. */
export interface ReceiptView {
  state: 'ready';
  /** Short names of the company and the shop, else their names (Cfg `label`). */
  company: string;
  place: string;
  /** Data URL. */
  logo: string | null;
  /** As printed on a roll of 58 mm. */
  text: string;
  /** Language of the receipt. */
  language: string;
  /** The printed code, an SVG element; null: there is none. */
  code: string | null;
  /** Name for files, without an ending. */
  file: string;
  /** `country`: its receipts have none that a public key checks; `missing`: what it takes is not at hand. */
  signature: ReceiptSignature | 'country' | 'missing';
  /** Address at which the authority tells whether it knows the receipt; null: there is none. */
  check: string | null;
}

/** The receipt of a record; null for one that cannot be printed. */
export async function viewOf(
  db: Queries,
  place: RecordPlace,
  record: JournalRecord,
  { logo }: Pick<ReceiptRules, 'logo'>,
): Promise<ReceiptView | null> {
  const { companyId, registerId: id, sq: lastSq } = place;
  const cfg = await cfgOf(db, { companyId, id, rn: record.RN, lastSq });
  const paper = cfg && (await printedCopy(db, place));
  if (!paper) return null;
  const { receiptSignature, receiptCheck } = countryFor(cfg);
  return {
    state: 'ready',
    company: text(cfg.Cmp.label) || text(cfg.Cmp.Nam),
    place: text(cfg.Loc?.label) || text(cfg.Loc?.Nam),
    logo,
    // The code is drawn beneath.
    text: (await formOf({ form: 'text', paper: { ...paper, qr: null }, kind: '58' })).toString(),
    language: paper.language,
    code:
      paper.qr === null
        ? null
        : qrElement(qrSymbol(paper.qr, paper.leastQrVersion ?? 1), QUIET, { side: '240' }),
    file: fileName(paper),
    signature: await signatureOf(db, place, record, receiptSignature),
    check: receiptCheck !== undefined && paper.qr?.startsWith(receiptCheck) === true ? paper.qr : null,
  };
}

async function signatureOf(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
  record: JournalRecord,
  receiptSignature: ReturnType<typeof countryFor>['receiptSignature'],
): Promise<ReceiptView['signature']> {
  if (!receiptSignature) return 'country';
  const installation = await installationOf(db, companyId, registerId);
  const state = new ArchivedState(db, companyId, registerId);
  const signature = await receiptSignature(record, {
    publicKeys: installation?.publicKeys ?? new Map<string, string>(),
    async state(key) {
      await state.load([key]);
      return state.get(key);
    },
    async byNumber(FN) {
      const [row] = await db.select<{ line: string; late: string | null }>(
        `SELECT line, ${lateLine()} AS late FROM records r
          WHERE company_id = $companyId AND register_id = $registerId AND fn = $FN AND sq < $sq
          ORDER BY sq DESC LIMIT 1`,
        { companyId, registerId, FN, sq },
      );
      return row ? recordOf(row.line, row.late) : null;
    },
  });
  return signature ?? 'missing';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
