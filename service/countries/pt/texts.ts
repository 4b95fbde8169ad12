/** Texts that the official export cannot hold: the POS should know while it can still change them. */
import type { CompleteEsr } from '../../receipt/tra.ts';
import { fitsCp1252 } from './saft/cp1252.ts';

/** Warnings about characters that SAF-T replaces: it is written in Windows-1252. */
export function exportWarnings(esr: CompleteEsr): string[] {
  const texts: [string, unknown][] = [
    ['ESR.Rsn', esr.Rsn],
    ...Object.entries(esr)
      .filter(([name]) => name.startsWith('PT_Ship'))
      .map(([name, value]): [string, unknown] => [`ESR.${name}`, value]),
    ...Object.entries(esr.Ctm ?? {}).map(([name, value]): [string, unknown] => [`ESR.Ctm.${name}`, value]),
    ...esr.PosA.map((p, i): [string, unknown] => [`ESR.PosA[${i}].Dsc`, p.Dsc]),
  ];
  const wrong = texts.filter(([, value]) => typeof value === 'string' && !fitsCp1252(value));
  if (wrong.length === 0) return [];
  const paths = wrong.slice(0, 3).map(([path]) => path);
  const more = wrong.length > paths.length ? ` and ${wrong.length - paths.length} more` : '';
  return [
    `${paths.join(', ')}${more}: has characters that SAF-T cannot hold (Windows-1252); there they are replaced`,
  ];
}
