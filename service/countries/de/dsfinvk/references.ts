/** What a process refers to (Bon_Referenzen): processes of this register, else the name of what lies outside. */
import type { Esr, Position } from '../../../receipt/tra.ts';
import { isPosition } from '../../../receipt/tra.ts';
import type { KeptProcess, KeptReference } from '../kept.ts';
import type { BonLine, BonReference } from './bon.ts';
import { bonId } from './bon-id.ts';
import { textOf } from './texts.ts';
import { withOffset } from './times.ts';

/** The references of a process; those that were found when it was registered, else what the receipt says. */
export function referencesOf(
  { References: kept }: Pick<KeptProcess, 'References'>,
  esr: Esr,
  lines: readonly BonLine[],
  register: string,
): BonReference[] {
  if (kept === undefined) return sentReferences(esr, lines);
  return kept.flatMap((reference): BonReference[] => {
    const to = targetOf(reference, register);
    if (reference.Positions.length === 0) return [{ line: '', to }];
    return reference.Positions.map((at) => ({ line: numberOf(esr, lines, at), to }));
  });
}

function targetOf({ SQ, Z, D, Name, Client }: KeptReference, register: string): BonReference['to'] {
  if (SQ === undefined || Z === undefined || D === undefined)
    return { type: 'ExterneSonstige', name: Name, date: '' };
  // The till may have another serial number since.
  return { register: Client ?? register, closing: Z, id: bonId(SQ), date: withOffset(D) };
}

/** POS_ZEILE of an entry of PosA. */
function numberOf({ PosA = [] }: Esr, lines: readonly BonLine[], at: number): string {
  const place = PosA.slice(0, at).filter(isPosition).length;
  return lines[place]?.number ?? '';
}

function sentReferences(esr: Esr, lines: readonly BonLine[]): BonReference[] {
  const own = nameOf(esr);
  const positions = (esr.PosA ?? []).filter(isPosition).flatMap((position, i): BonReference[] => {
    const name = nameOf(position);
    return name === '' || name === own
      ? []
      : [{ line: lines[i]?.number ?? '', to: { type: 'ExterneSonstige', name, date: '' } }];
  });
  return [
    ...(own === '' ? [] : [{ line: '', to: { type: 'ExterneSonstige', name: own, date: '' } } as const]),
    ...positions,
  ];
}

/** The receipt that is named: by its fiscal number, else `TL/TT/TN`. */
function nameOf({ RFN, RTL, RTT, RTN }: Pick<Esr & Position, 'RFN' | 'RTL' | 'RTT' | 'RTN'>): string {
  if (RFN !== undefined) return textOf(RFN);
  return RTN === undefined ? '' : [RTL, RTT, RTN].filter((part) => part !== undefined).join('/');
}
