/** `nf525-jet`: the journal of technical events, as a table for people and programs. */
import { csvCell } from '../../../receipt/csv.ts';
import type { CountryExport, ExportScope } from '../../contract/exports.ts';
import { labelOf } from '../event-codes.ts';
import { registerName } from '../entries.ts';
import { bytes } from './chain-xml.ts';
import { counted, RECORDS, signedRecords } from './records.ts';

/** See {@link CountryExport}. */
export const jetExport: CountryExport = {
  archive: 'audit.csv',
  chained: true,
  single: true,
  types: RECORDS,
  async *files(scope) {
    await Promise.resolve();
    yield { name: 'audit.csv', content: bytes(jetCsv(scope)) };
  },
};

const COLUMNS = 'register;number;code;label;information;time;operator;terminal;sq;key;signature';

async function* jetCsv(scope: ExportScope): AsyncGenerator<string> {
  const progress = counted(scope);
  yield `${COLUMNS}\r\n`;
  for (const source of scope.sources) {
    const name = registerName(source.cfg);
    for await (const { record, key, entries } of signedRecords(source, progress)) {
      for (const { Kind: kind, Payload, Signature } of entries) {
        if (kind !== 'jet') continue;
        const [number = '', code = '', info = '', time = '', operator = '', terminal = ''] =
          Payload.split(',');
        const values = [name, number, code, labelOf(code), info, time, operator, terminal].map((text) =>
          csvCell(text, ';'),
        );
        yield `${[...values, record.SQ, key, Signature].join(';')}\r\n`;
      }
    }
  }
}
