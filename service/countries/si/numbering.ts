/**
 * How receipts are counted (NumberingStructure of FURS): each device for itself (B), or all devices of the
 * premises together (C), by the register or by the POS.
 */
import { configuredTerminal } from '../../receipt/cfg.ts';
import { NUMBER_KEY, numberKey, placeNumberKey } from '../../receipt/number-key.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr, Fis } from '../../receipt/tra.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { issue } from './codes.ts';
import { bookNumber, isReported } from './receipt-data.ts';

/** Who counts, as `SI_Numbering` has it: each device, the register for its premises, or the POS for all registers there. */
export type Numbering = 'device' | 'premises' | 'pos';

type Counted = Pick<CompleteEsr, 'TL' | 'D'>;

/** State key of the structure of a place in a year: numbers that were given must not come twice. */
function beganKey({ TL, D }: Counted): string {
  return `SI/numbering ${JSON.stringify([TL, D.slice(0, 4)])}`;
}

/** Whether the premises have counted by device in a year already; versions before kept no structure. */
function hasDeviceNumbers({ TL, D }: Counted, state: State): boolean {
  for (const key of state.keys()) {
    if (!key.startsWith(NUMBER_KEY)) continue;
    const [place, , year] = JSON.parse(key.slice(NUMBER_KEY.length)) as string[];
    if (place === TL && year === D.slice(0, 4)) return true;
  }
  return false;
}

/** Who counts a receipt. Another structure than the one that the year has begun with waits for the next year. */
export function numberingOf(
  esr: Counted,
  state: State,
  { attributes }: Pick<CountryContext, 'attributes'>,
): Numbering {
  const wished = attributes().text('SI_Numbering')?.toLowerCase() ?? 'device';
  const began = state.get(beganKey(esr)) ?? (hasDeviceNumbers(esr, state) ? 'B' : undefined);
  if (began === 'B' || (began === undefined && wished === 'device')) return 'device';
  return wished === 'pos' ? 'pos' : 'premises';
}

/** Keeps the structure that the year begins with. */
export function began(esr: Counted, state: State, numbering: Numbering): Record<string, string> {
  const key = beganKey(esr);
  return state.get(key) === undefined ? { [key]: numbering === 'device' ? 'B' : 'C' } : {};
}

/** {@link CountryIdentity.numberedByPlace} of Slovenia. */
export function numberedByPlace(esr: Counted, state: State, context: CountryContext): boolean {
  return numberingOf(esr, state, context) !== 'device';
}

/** State key of the highest number of the register's own terminal. */
export function keyOfNumber(context: CountryContext, state: State): string {
  const { cfg, now } = context;
  const { TL, TT } = configuredTerminal(cfg);
  const numbering = numberingOf({ TL, D: now }, state, context);
  return numbering === 'device' ? numberKey({ TL, TT, D: now }) : placeNumberKey({ TL, D: now });
}

/** What a receipt keeps of it; nothing for devices that count for themselves. */
export function written(numbering: Numbering): Fis {
  return numbering === 'device' ? {} : { SI_Numbering: numbering };
}

/** Who has counted a registered receipt. */
export function keptNumbering(fis: Fis | undefined): Numbering {
  const kept = fis?.SI_Numbering;
  return kept === 'premises' || kept === 'pos' ? kept : 'device';
}

/** {@link CountryReceipts.prepare} of Slovenia: a number for the premises that this register must not give. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  if (esr.TN !== undefined || !isReported(esr) || bookNumber(esr)) return null;
  const numbering = numberingOf(esr, state, context);
  if (numbering === 'pos') return refused('SI_Numbering=pos: the POS counts for the premises, send ESR.TN');
  if (numbering === 'device') return null;
  const { TT } = configuredTerminal(context.cfg);
  const other = context
    .workstations?.(context.cfg)
    .find((one) => one.TL.toUpperCase() === esr.TL.toUpperCase() && one.TT !== TT);
  if (!other) return null;
  const text = `the premises ${esr.TL} have another register, of device ${other.TT}: send ESR.TN, and set SI_Numbering=pos`;
  return refused(text);
}

async function* refused(text: string): AsyncGenerator<Work, Issue[], void> {
  return [issue('#SI_NUMBER', 'ESR.TN', text)];
}
