/** What a printed receipt says (Zakon o fiskalizaciji; Zakon o PDV-u, čl. 79, 90). */
import { localDecimal } from '../../receipt/local-format.ts';
import { amountText } from '../../receipt/money.ts';
import {
  isNonFiscal,
  isTraining,
  type CompleteEsr,
  type JournalRecord,
  type Tax,
} from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { TEST_TEXT } from './fiscal-data.ts';
import { consumptionTax } from './receipt-data.ts';
import { classOf } from './taxes.ts';

const TITLE = 'Račun';
const VOID_TITLE = 'Storno računa';
/** The law has no words for training and for what is no receipt. */
const TRAINING = 'OBUKA – OVO NIJE RAČUN';
const NO_RECEIPT = 'OVO NIJE FISKALIZIRANI RAČUN';
/** A seller outside the VAT system says why there is none (Zakon o PDV-u, čl. 90, st. 1 i 2). */
const NOT_IN_VAT = 'PDV nije obračunat temeljem čl. 90. st. 1. i 2. Zakona o PDV-u.';
const EXEMPT = { exempt: 'Oslobođeno PDV-a', outside: 'Ne podliježe PDV-u', fee: 'Naknada' } as const;

/** Title, marks and sentences of a receipt. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  // Number and test are said at the head.
  const shown = ['BrRac', 'Test'];
  if (!esr || isNonFiscal(esr) || isTraining(esr)) {
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  }
  return {
    title: esr.Void === '1' ? VOID_TITLE : TITLE,
    marks: Fis?.HR_Test === '1' ? [TEST_TEXT] : [],
    legends: [
      ...(Fis?.HR_USustPdv === '0' ? [NOT_IN_VAT] : []),
      ...consumptionTax(esr as CompleteEsr).map(
        ({ rate, net, tax }) => `PNP ${local(rate)} %: osnovica ${cents(net)}, iznos ${cents(tax)}`,
      ),
    ],
    shown,
  };
}

/** What stands in the tax table instead of the group of a line without VAT; undefined for all others. */
export function exemptGroup({ D = '' }: { D?: string }): (tax: Tax) => string | undefined {
  return (tax) => {
    const kind = classOf(tax, D.slice(0, 10))?.kind;
    return kind === undefined || kind === 'vat' ? undefined : EXEMPT[kind];
  };
}

function cents(amount: number): string {
  return local(amountText(amount, 2));
}

function local(text: string): string {
  return localDecimal(text, 'hr');
}
