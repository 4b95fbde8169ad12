/**
 * SAF-T (PT) 1.04_01: the file that a shop hands in each month, and to an
 * inspector on demand (Portaria 302/2016; doc 3, Portugal rule 6).
 */
import type { CountryExport, ExportScope } from '../../contract/exports.ts';
import { practiceOf } from '../access.ts';
import { bareTaxId } from '../tax-id.ts';
import { taxTable } from '../taxes.ts';
import { write } from './export.ts';
import { header } from './header.ts';
import { stateKeys } from './status.ts';

/**
 * The export. It ends today at the latest, since documents may be dated in the
 * future but a file cannot be about it.
 */
export const saft: CountryExport = {
  archive: 'export.zip',
  monthly: true,
  periods: fiscalYears,
  stateKeys,
  async *files(scope, context) {
    const [first, ...others] = scope.sources;
    if (!first) return;
    const today = context.now.slice(0, 10);
    const { from, till } = clip(scope, today);
    const test = practiceOf(context) !== null;
    yield {
      name: `SAFT-PT_${bareTaxId(first.cfg.Cmp.TaxId).replace(/\W/g, '')}_${from}_${till}.xml`,
      content: write({
        header: header({
          cfgs: [first.cfg, ...others.map((s) => s.cfg)],
          whole: scope.whole,
          from,
          till,
          today,
          comment: scope.comment,
          program: context.program(),
        }),
        scope,
        selection: { from, till, test },
        groups: taxTable(context),
      }),
    };
  },
};

/** A file is of one fiscal year, which is the calendar year here: its header names one, and series end with it. */
function fiscalYears(from: string, till: string, today: string): { from: string; till: string }[] {
  const first = Number(from.slice(0, 4));
  const last = Math.max(first, Number((till < today ? till : today).slice(0, 4)));
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    from: i === 0 ? from : `${first + i}-01-01`,
    till: first + i === last ? till : `${first + i}-12-31`,
  }));
}

function clip({ from, till }: ExportScope, today: string): { from: string; till: string } {
  const end = till < today ? till : today;
  return { from, till: end < from ? from : end };
}
