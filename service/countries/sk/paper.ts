/** What a printed receipt says (zákon č. 384/2025 Z. z., before it č. 289/2008 Z. z., § 8). */
import { isTraining, type JournalRecord } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { ENVIRONMENT } from './credentials.ts';
import { INVALID, TEST_TEXT } from './fiscal-data.ts';
import { regulationOf } from './items.ts';
import { paragonNumber, typeOf } from './kind.ts';

const TITLES = {
  ...{ PD: 'Pokladničný doklad', ND: INVALID, UF: 'ÚHRADA FAKTÚRY' },
  ...{ VK: 'VKLAD', VY: 'VÝBER' },
} as const;
/** What the law wants to read where a position bears no VAT (zákon č. 222/2004 Z. z., § 74 ods. 1). */
const LEGENDS: Readonly<Record<string, string>> = {
  PDP: 'Prenesenie daňovej povinnosti',
  OOD: 'Oslobodenie od dane',
  CK: 'Úprava zdaňovania prirážky – cestovné kancelárie',
  PT: 'Úprava zdaňovania prirážky – použitý tovar',
  UD: 'Úprava zdaňovania prirážky – umelecké diela',
  ZPS: 'Úprava zdaňovania prirážky – zberateľské predmety a starožitnosti',
};
const NO_RECEIPT = 'NIE JE POKLADNIČNÝ DOKLAD';

/** Title, marks and sentences of a receipt. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  const type = esr ? typeOf(esr) : null;
  // Test, training and number of the company are said at the head.
  const shown = ['Test', 'Training'];
  if (!esr || type === null) return { title: '', marks: [NO_RECEIPT], shown };
  const isOffline = tagOf(Fis, 'OKP') !== undefined && tagOf(Fis, 'UID') === undefined;
  return {
    title: TITLES[type],
    marks: [
      ...(isTraining(esr) ? [TITLES.ND] : []),
      ...(paragonNumber(esr) === '' ? [] : ['PARAGÓN']),
      ...(isOffline ? ['OFF-LINE DOKLAD'] : []),
      ...(ENVIRONMENT.isTestReceipt(Fis) ? [TEST_TEXT] : []),
    ],
    legends: [...new Set(esr.PosA?.map(regulationOf))].flatMap((one) => LEGENDS[one] ?? []),
    shown,
  };
}
