/** What countries with a signed journal of cash registers have in common, as part of a {@link Country}. */
import type { Country } from '../../contract/country.ts';
import { chainEnd } from '../chain.ts';
import { journalAudit } from './audit.ts';
import { keysOf, restoredAs, textAt } from './books.ts';
import { checkJournalChange, journalWarnings, type JournalNumber } from './checks.ts';
import { journalFiscalise } from './fiscalise.ts';
import type { JournalLaw } from './law.ts';
import { journalBackground, journalPrepare, journalReprinted } from './sessions.ts';
import { journalDrawer, journalExported, journalStepped } from './steps.ts';
import { journalCheckVoid } from './void-check.ts';

/** @param copyMark printed on copies of receipts */
export function journalCountry(law: JournalLaw, number: JournalNumber, copyMark: string) {
  const { country } = law;
  const keys = keysOf(country);
  return {
    code: country,
    paymentGroups: new Set<string>(),
    mandatory: new Set<never>(),
    // The id of the register is signed, and begins the number of the receipt.
    numbering: (TL, TT) => `${TL}-${TT}`.toUpperCase(),
    strictVoids: false,
    usesKey: false,
    // Before the first transaction, what was entered wrongly may be put right.
    checkChange: (cfg, current, state) =>
      chainEnd(state, keys.chain).number === 0 ? [] : checkJournalChange(cfg, current, number),
    cfgWarnings: (cfg) => journalWarnings(cfg, number),
    lastTimes: (state) => ({ entered: textAt(state, keys.last), dated: [] }),
    prepare: journalPrepare(country),
    checkVoid: journalCheckVoid,
    fiscalise: journalFiscalise(law),
    stepped: journalStepped(country),
    drawerOpened: journalDrawer(country),
    exported: journalExported(country),
    reprinted: journalReprinted(law, copyMark),
    background: journalBackground(country),
    restored: restoredAs(country),
    audit: journalAudit(law),
  } satisfies Partial<Country>;
}
