/** What Slovak receipts are named by: the UID that eKasa has given, else their OKP; people know the number in the month, too. */
import type { Issue } from '../../receipt/issue.ts';
import { allocate } from '../../receipt/modifiers.ts';
import type { CompleteEsr, Fis, JournalRecord } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Original, ReceiptContext } from '../contract/fiscalise.ts';
import type { SoughtText } from '../contract/receipts.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { issue } from './codes.ts';
import { textOf, typeOf } from './kind.ts';

/** What eKasa calls a receipt. */
export const UID = /^[VO]-(?:[\da-f]{32}|[\da-f]{27}-TEST)$/i;
const OKP = /^[\da-f]{8}(?:-[\da-f]{8}){4}$/i;
const NUMBER = /^[1-9]\d{0,8}$/;
const DAY = /^\d{4}-\d\d-\d\d/;
/** Position types whose negative amounts refer to no receipt. */
const UNREFERENCED = new Set(['Dep', 'Adv', 'Vou']);

/** UID of a receipt, or OKP of one that has none; empty without. */
function idOf(fis: Fis | undefined): string {
  return tagOf(fis, 'UID') ?? tagOf(fis, 'OKP') ?? '';
}

/** What eKasa is told an original by; empty where nobody knows. */
export function toldIdOf({ record, RFN }: Original): string {
  const named = textOf(RFN);
  return idOf(record?.Fis) || (UID.test(named) || OKP.test(named) ? named : '');
}

/** {@link CountryReceipts.soughtBy} of Slovakia: by UID, OKP, or the number in the month of RD. */
export function soughtBy(number: string, RD: unknown): SoughtText | null {
  const day = typeof RD === 'string' ? DAY.exec(RD)?.[0] : undefined;
  const thatDay = day === undefined ? [] : [{ from: day, till: day }];
  if (UID.test(number) || OKP.test(number)) {
    const [id, name] = [number.toLowerCase(), UID.test(number) ? 'UID' : 'OKP'];
    return {
      spans: [...thatDay, 'newest'],
      // Either has nothing in it that means something else there.
      text: new RegExp(number, 'i'),
      isIt: ({ Fis }) => tagOf(Fis, name)?.toLowerCase() === id,
    };
  }
  if (!NUMBER.test(number) || day === undefined) return null;
  const month = day.slice(0, 7);
  return {
    spans: [...thatDay, { from: `${month}-01`, till: `${month}-31` }],
    text: new RegExp(`"FN":"${number}"`),
    isIt: ({ Fis }: JournalRecord) => Fis?.FN === number && String(Fis.D).startsWith(month),
  };
}

/** {@link CountryReceipts.prepare} of Slovakia: eKasa has to be told what is taken back in its own words. */
export function prepare(
  esr: CompleteEsr,
  _state: State,
  { originals }: Pick<ReceiptContext, 'originals'>,
): AsyncGenerator<Work, Issue[], void> | null {
  const issues = unknownOriginals(esr, originals);
  return issues.length > 0 ? refused(issues) : null;
}

function unknownOriginals(esr: CompleteEsr, originals: readonly Original[]): Issue[] {
  const type = typeOf(esr);
  if (type === null || type === 'VK' || type === 'VY') return [];
  const { amounts } = allocate(esr.PosA, 2);
  return originals
    .filter((original) => toldIdOf(original) === '')
    .filter(({ RFN, positions }) =>
      esr.Void === '1'
        ? // Payments of invoices have no items that would refer to something.
          RFN !== undefined || type !== 'UF'
        : type !== 'UF' && positions.some((i) => amounts[i]! < 0 && !UNREFERENCED.has(esr.PosA[i]!._)),
    )
    .map(({ path, name, RFN }) =>
      issue(
        '#SK_REFERENCE',
        `${path}.${RFN === undefined ? 'RTN' : 'RFN'}`,
        `this register has no receipt ${JSON.stringify(name.slice(0, 60))} that eKasa was told of; ` +
          'send the UID or OKP of the receipt, or its number in the month (Fis.FN) together with RD',
      ),
    );
}

async function* refused(issues: Issue[]): AsyncGenerator<Work, Issue[], void> {
  return issues;
}
