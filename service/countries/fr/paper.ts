/** What a printed French document says at its head. */
import type { JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { roleOf } from './document.ts';
import { MARKS } from './tags.ts';

const TITLES = {
  ticket: 'Ticket de caisse',
  invoice: 'Facture',
  training: 'Ticket école',
  other: '',
  duplicate: 'Duplicata',
  closing: 'Clôture',
  unsigned: '',
} as const;

/** {@link CountryPaper.paper} of France. */
export function paper({ ESR: esr, Own, Fis }: JournalRecord): PaperTexts {
  if (!esr) return { title: '', marks: [] };
  const { kind } = roleOf(esr);
  const isProvisional = kind === 'other' || (kind === 'unsigned' && (esr.PosA?.length ?? 0) > 0);
  return {
    title: Own !== undefined ? TITLES.closing : TITLES[kind],
    ...(esr.FN !== undefined && { number: esr.FN }),
    marks: [
      ...(kind === 'training' ? [MARKS.training] : []),
      ...(isProvisional ? [MARKS.provisional] : []),
      ...(Fis?.Tag?.some(({ Name }) => Name === 'Degraded') ? [MARKS.degraded] : []),
    ],
    // Said at the head, and only there.
    shown: ['Training', 'Provisional', 'Degraded', 'DocumentNumber'],
  };
}
