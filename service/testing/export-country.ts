/** A country whose exports do what the test wants. For `vi.mock` of countries/list.ts. */
import type { Country } from '../countries/contract/country.ts';
import type { CountryExport, ExportScope } from '../countries/contract/exports.ts';
import type * as countries from '../countries/list.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { issue } from '../receipt/issue.ts';

/** A company in the country. */
export const EXPORTING: Cfg = { Cmp: { Nam: 'Export', Ctry: 'AD', TaxId: 'AD1' } };

/** What the export `saft` makes; a test may put something else here. */
export const exporting: Pick<CountryExport, 'files'> & { scopes: ExportScope[]; isMonthly: boolean } = {
  /** Scopes of all exports so far. */
  scopes: [],
  isMonthly: false,
  files: listing,
};

/** Makes the export what it was before the test. */
export function resetExports(): void {
  exporting.scopes = [];
  exporting.isMonthly = false;
  exporting.files = listing;
}

/** Counts in a first walk and lists in a second one, as many formats need it. */
export async function* listing({
  sources,
  comment = '',
  progress,
}: ExportScope): ReturnType<CountryExport['files']> {
  yield {
    name: 'records.csv',
    content: (async function* () {
      let count = 0;
      for (const source of sources) for await (const page of source.pages()) count += page.length;
      yield Buffer.from(`${count} records\n`);
      let read = 0;
      for (const source of sources) {
        for await (const page of source.pages()) {
          for (const record of page) {
            const by = (await source.voidOf(record))?.SQ ?? '';
            yield Buffer.from(`${record.RN};${record.SQ};${record.ESR?.T};${by}\n`);
          }
          progress((read += page.length));
        }
      }
    })(),
  };
  yield { name: 'comment.txt', content: oneText(comment) };
}

async function* oneText(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The list of countries with the exporting one, `AD`, added. */
export function withExportCountry(real: typeof countries): typeof countries {
  const saft: CountryExport = {
    archive: 'export.zip',
    get monthly() {
      return exporting.isMonthly;
    },
    check: (from) =>
      from < '2000-01-01' ? [issue('#EXPORT_PERIOD', 'from', 'there is nothing before 2000')] : [],
    files(scope, context) {
      exporting.scopes.push(scope);
      return exporting.files(scope, context);
    },
  };
  const country: Country = {
    ...real.countryOf('LU'),
    code: 'AD',
    exports: { saft, books: saft },
    companyExport: 'saft',
  };
  return { ...real, countryOf: (code) => (code === 'AD' ? country : real.countryOf(code)) };
}
