/** What receipts are looked for by, as people type it. */
import type { ReceiptCriteria } from '../../api/receipts.ts';
import { decimalOf } from '../../format/entered.ts';

/** Looks for nothing in particular. */
export const ANY: ReceiptCriteria = {
  ...{ from: '', till: '', FN: '', TN: '', t: '', operator: '' },
  ...{ SQ: '', TL: '', TT: '', nfs: '', _: '', sort: '', field: '', value: '' },
};

/** Types of records that are no receipts, as the journal has them (docs/journal-format.md). */
export const OTHER_TYPES = ['Rep', 'Cfg', 'TraS', 'TraU', 'TraV', 'Fis', 'Repo', 'log'] as const;

/** Which register, how many and who asks is not for a field to say. */
const NO_FIELDS = /^(rn|rn_tt|taxid|limit|continuation|password|last|endsq|target)$/i;

/** Fields that are wrong as they were typed. */
export type CriteriaFaults = Partial<Record<keyof ReceiptCriteria, true>>;

/** Looks at what was typed. Null: nothing is asked for. */
export function readCriteria(
  entered: ReceiptCriteria,
  locale: string,
): { criteria: ReceiptCriteria | null; faults: CriteriaFaults } {
  const total = decimalOf(entered.t, locale);
  const field = entered.field.trim();
  const hasValue = entered.value.trim() !== '';
  const faults: CriteriaFaults = {
    ...(total === null && { t: true }),
    ...(!/^\d{0,15}$/.test(entered.SQ.trim()) && { SQ: true }),
    ...((field === '' ? hasValue : !/^\w{1,40}$/.test(field) || NO_FIELDS.test(field)) && { field: true }),
    ...(field !== '' && !hasValue && { value: true }),
  };
  const names = Object.keys(ANY) as (keyof ReceiptCriteria)[];
  const isAny = names.every((name) => entered[name].trim() === '');
  return { criteria: isAny ? null : { ...entered, t: total ?? '' }, faults };
}
