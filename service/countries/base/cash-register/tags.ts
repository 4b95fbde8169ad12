/** What receipts of such a journal say on paper in all its countries. */
import type { CompleteEsr, JournalRecord, Tag } from '../../../receipt/tra.ts';
import type { PaperTexts } from '../../contract/paper.ts';
import type { Numbered } from './law.ts';
import { EVENT } from './codes.ts';
import { roleOf } from './role.ts';

/** Marks that must not be overlooked. */
export interface MarkWords {
  training: string;
  provisional: string;
}

/** Headings by code of the event. */
export type Headings = Readonly<Record<string, string>>;

/** The receipt that another one takes back, and the mark of training. */
export function originalTags(
  { transaction }: Numbered,
  { RFN, RTL, RTT, RTN }: CompleteEsr,
  label: string,
  marks: MarkWords,
): Tag[] {
  const original = RFN ?? (RTN === undefined ? '' : [RTL, RTT, RTN].filter(Boolean).join('/'));
  return [
    ...(original === '' ? [] : [{ Label: label, Name: 'Original', Value: original }]),
    ...(transaction.isTraining ? [{ Label: '', Name: 'Training', Value: marks.training }] : []),
  ];
}

/**
 * {@link CountryPaper.paper} of a country with such a journal.
 * @param largeHeadings where the law says how large headings and marks are
 */
export function journalPaper(
  headings: Headings,
  marks: MarkWords,
  largeHeadings = false,
): (record: JournalRecord) => PaperTexts {
  return ({ ESR: esr }) => {
    if (!esr) return { title: '', marks: [] };
    const { event } = roleOf(esr);
    return {
      title: headings[event] ?? '',
      ...(esr.FN !== undefined && { number: esr.FN }),
      ...(largeHeadings && { largeHeadings }),
      marks: [
        ...(event === EVENT.training ? [marks.training] : []),
        ...(event === EVENT.proforma ? [marks.provisional] : []),
      ],
      // Said at the head, and only there.
      shown: ['Training', 'Provisional', 'Original'],
    };
  };
}
