/** What a printed French document says at its head. */
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { minor } from '../../receipt/money.ts';
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

/** An invoice that gives money back. */
const CREDIT_NOTE = 'Facture d’avoir';

/** {@link CountryPaper.paper} of France. */
export function paper({ ESR: esr, Own, Fis }: JournalRecord): PaperTexts {
  if (!esr) return { title: '', marks: [] };
  const { kind } = roleOf(esr);
  const has = (name: string) => Fis?.Tag?.some(({ Name }) => Name === name) === true;
  const isProvisional =
    kind === 'other' || has('Provisional') || (kind === 'unsigned' && (esr.PosA?.length ?? 0) > 0);
  return {
    title: titleOf(kind, esr, Own !== undefined),
    ...(esr.FN !== undefined && { number: esr.FN }),
    marks: [
      ...(kind === 'training' ? [MARKS.training] : []),
      ...(isProvisional ? [MARKS.provisional] : []),
      ...(has('Degraded') ? [MARKS.degraded] : []),
    ],
    // Said at the head, and only there.
    shown: ['Training', 'Provisional', 'Degraded', 'DocumentNumber'],
  };
}

function titleOf(kind: keyof typeof TITLES, { T = '0' }: Pick<Esr, 'T'>, isOwn: boolean): string {
  if (isOwn) return TITLES.closing;
  return kind === 'invoice' && minor(T, 2) < 0 ? CREDIT_NOTE : TITLES[kind];
}
