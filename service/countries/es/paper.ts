/** What a printed document says (RD 1619/2012; Orden HAC/1177/2024, art. 20 and 21; TicketBAI). */
import { amountText, minor } from '../../receipt/money.ts';
import { isTraining, type JournalRecord, type Tax } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import type { DocumentKind, IssuedDocument } from './document.ts';
import { isDocument, isSimplified } from './receipt-document.ts';
import { keptOf } from './system.ts';
import { TEXTS } from './verifactu/make.ts';

/** The law has no words for training. */
export const TRAINING = 'FORMACIÓN – ESTE DOCUMENTO NO ES UNA FACTURA';
const NO_DOCUMENT = 'ESTE DOCUMENTO NO ES UNA FACTURA';
const TITLES: Partial<Record<DocumentKind, string>> = {
  ...{ F1: 'Factura', F2: 'Factura simplificada', F3: 'Factura' },
  R5: 'Factura simplificada rectificativa',
};

/** Title and marks of a document. */
export function paper(record: JournalRecord): PaperTexts {
  const { ESR: esr, Fis } = record;
  const kept = keptOf(record);
  // Said at the head, or below the code.
  const shown = ['Test', 'Training', 'VERI*FACTU'];
  if (!esr || !kept || !isDocument(esr))
    return { title: esr && isTraining(esr) ? 'Formación' : '', marks: [NO_DOCUMENT], shown };
  const test = Fis?.ES_Test === '1' ? [TEXTS.test] : [];
  if (!('kind' in kept.document)) return { title: 'Anulación', marks: test, shown };
  const { document } = kept;
  const isVerifactu = kept.region === 'verifactu';
  return {
    title: TITLES[document.kind] ?? 'Factura rectificativa',
    marks: test,
    taxes: document.taxes.flatMap(rowsOf),
    legends: legendsOf(document),
    shown,
    // TicketBAI has its code at the end.
    ...((isVerifactu || kept.region === 'signed') && { codeFirst: true as const }),
    ...(isVerifactu && { below: [TEXTS.verifactu] }),
  };
}

function legendsOf({ kind, references, taxes }: IssuedDocument): string[] {
  const named = references.map(({ series, number }) => (series === '' ? number : `${series}/${number}`));
  return [
    ...(named.length > 0 ? [`${kind === 'F3' ? 'Sustituye a' : 'Rectifica a'}: ${named.join(', ')}`] : []),
    ...(taxes.some(({ cause }) => cause === 'S2') ? ['Inversión del sujeto pasivo'] : []),
    ...(taxes.some(({ regime }) => regime === '03') ? ['Régimen especial de los bienes usados'] : []),
    ...(isSimplified(kind) ? ['Impuestos incluidos'] : []),
  ];
}

const CAUSES: Readonly<Record<string, string>> = { S2: 'ISP', N1: 'No sujeta', N2: 'No sujeta' };

/** A row as it is printed; the equivalence surcharge is one of its own. */
function rowsOf({ tax, cause, rate, base, quota, surcharge }: IssuedDocument['taxes'][number]): Tax[] {
  const name = cause === undefined ? tax : (CAUSES[cause] ?? 'Exenta');
  const gross = (amount: string) => amountText(minor(base, 2) + minor(amount, 2), 2);
  const row: Tax = { _: 'Tax', TaxG: name, Prc: rate, Net: base, TAmt: quota, Amt: gross(quota) };
  if (!surcharge) return [row];
  const more = { TaxG: 'R.E.', Prc: surcharge.rate, Net: base, TAmt: surcharge.quota, Amt: surcharge.quota };
  return [row, { _: 'Tax', ...more }];
}
