/** What a printed Swedish receipt says (SKVFS 2014:9, chapter 7). */
import type { Cfg } from '../../receipt/cfg.ts';
import type { JournalRecord, Tag } from '../../receipt/tra.ts';
import { EVENT } from '../base/cash-register/codes.ts';
import { roleOf } from '../base/cash-register/role.ts';
import { journalPaper } from '../base/cash-register/tags.ts';
import type { PaperTexts } from '../contract/paper.ts';
import type { Sent } from './books.ts';
import { companyNumber, shownNumber } from './company.ts';

/** Marks that must not be overlooked. */
const MARKS = { training: 'ÖVNING – EJ KVITTO', provisional: 'EJ KVITTO' };

const journal = journalPaper(
  {
    ...{ [EVENT.sale]: 'KVITTO', [EVENT.return]: 'RETUR', [EVENT.void]: 'RETUR' },
    ...{ [EVENT.training]: 'ÖVNING', [EVENT.proforma]: 'EJ KVITTO', [EVENT.copy]: 'KOPIA' },
    ...{ [EVENT.delivery]: 'FÖLJESEDEL', [EVENT.suspend]: 'PARKERAD FÖRSÄLJNING' },
    ...{ [EVENT.xReport]: 'X-dagrapport', [EVENT.zReport]: 'Z-dagrapport' },
  },
  MARKS,
  true,
);

/** {@link CountryPaper.paper} of Sweden. */
export function paper(record: JournalRecord): PaperTexts {
  const texts = journal(record);
  const shown = [...(texts.shown ?? []), 'Copy'];
  // The heading says it already.
  return roleOf(record.ESR ?? {}).event === EVENT.proforma
    ? { ...texts, shown, marks: [] }
    : { ...texts, shown };
}

/** What is printed of a receipt that the unit has registered. */
export function tagsOf(
  { kind, unit, code, isServer, original: copied }: Sent,
  { register, number, cfg }: { register: string; number: number; cfg: Cfg },
): Tag[] {
  const tag = (Label: string, Name: string, Value: string): Tag => ({ Label, Name, Value });
  return [
    ...(kind === 'kopia' ? [tag('', 'Copy', 'KOPIA')] : []),
    tag('Org.nr', 'Org', shownNumber(companyNumber(cfg))),
    tag('Kassa', 'Register', register),
    tag(kind === 'kopia' ? 'Kopia nr' : 'Kvittonr', 'Nr', String(number)),
    ...(kind === 'ovning' ? [tag('', 'Training', MARKS.training)] : []),
    ...(kind === 'profo' ? [tag('', 'Provisional', MARKS.provisional)] : []),
    ...(copied
      ? [tag('Kopia av kvitto', 'CopyOf', `${copied.number} ${copied.time.replace('T', ' ')}`)]
      : []),
    tag(isServer ? 'Kontrollsystem' : 'Kontrollenhet', 'ControlUnit', unit),
    ...(code === '' ? [] : [tag(isServer ? 'Avstämningskod' : 'Kontrollkod', 'ControlCode', code)]),
  ];
}
