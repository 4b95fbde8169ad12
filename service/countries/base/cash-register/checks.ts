/** What countries with a signed journal of cash registers demand of a configuration and of receipts. */
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Issue } from '../../../receipt/issue.ts';
import { otherCompany, otherTerminal } from '../company-change.ts';

/** How companies are known there. */
export interface JournalNumber {
  /** What people call it, for English warnings: `CVR number`. */
  name: string;
  /** The number in a tax id, without blanks and prefix. */
  bare: (taxId: string) => string;
  hasCheckDigit: (number: string) => boolean;
}

/** Another company, place or terminal needs a register of its own: chain and totals belong to one. */
export function checkJournalChange(cfg: Cfg, current: Cfg, { bare }: JournalNumber): Issue[] {
  const other = otherCompany(cfg, current, bare);
  return other.length > 0 ? other : otherTerminal(cfg, current);
}

/** Things of a configuration that look wrong, or that the export wants. */
export function journalWarnings({ Cmp, Loc = {} }: Cfg, number: JournalNumber): string[] {
  const isPlaced = [Cmp, Loc].some(({ Adr, Zip, City }) =>
    [Adr, Zip, City].every((value) => typeof value === 'string' && value !== ''),
  );
  return [
    ...(number.hasCheckDigit(number.bare(Cmp.TaxId))
      ? []
      : [`Cfg.Cmp.TaxId: the check digit of the ${number.name} is wrong`]),
    ...(Cmp.Nam === undefined ? ['Cfg.Cmp.Nam: receipts must show the name of the company'] : []),
    ...(isPlaced ? [] : ['Cfg.Cmp.Adr: receipts and exports must show the complete address']),
  ];
}
