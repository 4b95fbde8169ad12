/** Texts that the official export cannot hold: the POS should know while it can still change them. */
import type { CompleteEsr } from '../../receipt/tra.ts';
import { fitsCp1252 } from './saft/cp1252.ts';

/** Warnings about characters that SAF-T replaces: it is written in Windows-1252. */
export function exportWarnings(esr: CompleteEsr): string[] {
  const wrong: string[] = [];
  if (isReplaced(esr.Rsn)) wrong.push('ESR.Rsn');
  for (const name of Object.keys(esr))
    if (name.startsWith('PT_Ship') && isReplaced(esr[name])) wrong.push(`ESR.${name}`);
  for (const [name, value] of Object.entries(esr.Ctm ?? {}))
    if (isReplaced(value)) wrong.push(`ESR.Ctm.${name}`);
  for (const [i, { Dsc }] of esr.PosA.entries()) if (isReplaced(Dsc)) wrong.push(`ESR.PosA[${i}].Dsc`);
  if (wrong.length === 0) return [];
  const paths = wrong.slice(0, 3);
  const more = wrong.length > paths.length ? ` and ${wrong.length - paths.length} more` : '';
  return [
    `${paths.join(', ')}${more}: has characters that SAF-T cannot hold (Windows-1252); there they are replaced`,
  ];
}

function isReplaced(value: unknown): boolean {
  return typeof value === 'string' && !fitsCp1252(value);
}
