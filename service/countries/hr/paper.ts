/** What a printed receipt says (Zakon o fiskalizaciji; Zakon o PDV-u, čl. 79, 90). */
import { amountText, minor, taxOnNet } from '../../receipt/money.ts';
import { positionsOf } from '../../receipt/taxes.ts';
import {
  isNonFiscal,
  isTraining,
  type CompleteEsr,
  type JournalRecord,
  type Tax,
} from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { TEST_TEXT } from './fiscal-data.ts';
import { classOf } from './taxes.ts';

const TITLE = 'Račun';
const VOID_TITLE = 'Storno računa';
/** The law has no words for training and for what is no receipt. */
export const TRAINING = 'OBUKA – OVO NIJE RAČUN';
const NO_RECEIPT = 'OVO NIJE FISKALIZIRANI RAČUN';
/** A seller outside the VAT system says why there is none (Zakon o PDV-u, čl. 90, st. 1 i 2). */
const NOT_IN_VAT = 'PDV nije obračunat temeljem čl. 90. st. 1. i 2. Zakona o PDV-u.';
/** Words of the law where the margin is taxed (čl. 79), by the code of the list VATEX; without one it is that of used goods. */
const MARGIN = 'Posebni postupak oporezivanja marže – ';
const SCHEMES: Readonly<Record<string, string>> = {
  'VATEX-EU-D': 'Posebni postupak oporezivanja – putničke agencije',
  'VATEX-EU-F': `${MARGIN}rabljena dobra`,
  'VATEX-EU-I': `${MARGIN}umjetnička djela`,
  'VATEX-EU-J': `${MARGIN}kolekcionarski predmeti i antikviteti`,
};
const EXEMPT = { exempt: 'Oslobođeno PDV-a', outside: 'Ne podliježe PDV-u', fee: 'Naknada' } as const;

/** Title, marks and sentences of a receipt. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  // Number, test and training are said at the head.
  const shown = ['BrRac', 'Test', 'Training'];
  if (!esr || isNonFiscal(esr) || isTraining(esr)) {
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  }
  const number = tagOf(Fis, 'BrRac');
  return {
    title: esr.Void === '1' ? VOID_TITLE : TITLE,
    ...(number !== undefined && { number }),
    ...(typeof esr.OprTIN === 'string' && { operator: esr.OprTIN }),
    taxes: taxRows(esr as CompleteEsr),
    marks: Fis?.HR_Test === '1' ? [TEST_TEXT] : [],
    legends: Fis?.HR_USustPdv === '0' ? [NOT_IN_VAT] : schemes(esr as CompleteEsr),
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

const isMargin = ({ MarginScheme }: Tax) => MarginScheme === '1';

/** What is to be read where the margin is taxed, each text once. */
function schemes(esr: CompleteEsr): string[] {
  const codes = esr.TaxA.filter(isMargin).map((line) =>
    [line, ...positionsOf(line, esr)]
      .map(({ VatExemption }) => VatExemption)
      .find((code) => typeof code === 'string'),
  );
  return [...new Set(codes.map((code) => SCHEMES[String(code).trim()] ?? SCHEMES['VATEX-EU-F']!))];
}

/** VAT by percentage, then the consumption tax: a line of both has a row in each. That of a margin may not be shown. */
function taxRows({ TaxA, D }: CompleteEsr): Tax[] {
  const [others, consumption] = [new Map<string, Tax>(), new Map<string, Tax>()];
  for (const line of TaxA) {
    if (isMargin(line)) continue;
    const place = classOf(line, D.slice(0, 10));
    if (!place?.consumption) {
      add(others, line);
      continue;
    }
    const [net, all] = [minor(line.Net, 2), minor(line.TAmt, 2)];
    const vat = taxOnNet(net, place.vat);
    const [group] = (line.TaxG ?? '').split('+');
    const row = (TaxG: string, Prc: string, tax: number, gross: number | null) => ({
      ...{ _: 'Tax', TaxG, Prc, Net: amountText(net, 2), TAmt: amountText(tax, 2) },
      ...(gross !== null && { Amt: amountText(gross, 2) }),
    });
    add(others, row(group!, place.vat, vat, net + vat));
    // Its net amount stands in the row of the VAT already.
    add(consumption, row('PNP', place.consumption, all - vat, null));
  }
  return [...others.values(), ...consumption.values()];
}

function add(rows: Map<string, Tax>, line: Tax): void {
  const key = JSON.stringify([line.TaxG, line.Prc]);
  const before = rows.get(key);
  const sum = (name: 'Net' | 'TAmt' | 'Amt') =>
    line[name] === undefined
      ? {}
      : { [name]: amountText(minor(before?.[name], 2) + minor(line[name], 2), 2) };
  rows.set(key, before ? { ...line, ...sum('Net'), ...sum('TAmt'), ...sum('Amt') } : line);
}
