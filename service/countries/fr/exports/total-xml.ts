/** `nf525-total`: the grand totals of all closings of a period, with the perpetual ones. */
import type { JournalRecord } from '../../../receipt/tra.ts';
import { textElement } from '../../base/xml-writer.ts';
import type { CountryExport, ExportScope } from '../../contract/exports.ts';
import type { CountryContext } from '../../contract/services.ts';
import { periodOf, totalsOf } from '../books.ts';
import { registerName, type Entry } from '../entries.ts';
import { FORMAT } from '../signed-text.ts';
import { attributes, bytes, head } from './chain-xml.ts';
import { counted, RECORDS, signedRecords } from './records.ts';
import { plain, verify } from './verification.ts';

/** See {@link CountryExport}. */
export const totalExport: CountryExport = {
  archive: 'total.xml',
  chained: true,
  single: true,
  types: RECORDS,
  async *files(scope, context) {
    await Promise.resolve();
    yield { name: 'total.xml', content: bytes(totalXml(scope, context)) };
  },
};

async function* totalXml(scope: ExportScope, context: Omit<CountryContext, 'cfg'>): AsyncGenerator<string> {
  const progress = counted(scope);
  const about = { Format: FORMAT, From: scope.from, Till: scope.till, Created: context.now };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Nf525Totals${attributes(about)}>\n`;
  for (const source of scope.sources) {
    const { findings } = await verify(source, context);
    yield `<Register${attributes({ RN: source.rn, Name: registerName(source.cfg), Findings: findings.length })}>\n${head(source)}`;
    for await (const { record, entries } of signedRecords(source, progress)) {
      for (const entry of entries)
        if (/^total-(?:day|month|year)$/.test(entry.Kind)) yield closing(record, entry);
    }
    const { real, absolute } = totalsOf(source.state);
    const open = periodOf(source.state, 'day');
    const now = { Real: plain(real), Absolute: plain(absolute), OpenCount: open.count };
    yield `<Perpetual${attributes(now)}/>\n</Register>\n`;
  }
  yield '</Nf525Totals>\n';
}

function closing({ SQ, D, Fis }: JournalRecord, entry: Entry): string {
  const [split = '', total, perpetual, time, period] = entry.Payload.split(',');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const values = {
    ...{ SQ, D, Kind: entry.Kind.slice('total-'.length), Number: entry.Number },
    ...{ Period: period ?? '', Time: time ?? '', Count: text(Fis?.FR_Count) },
    ...{ Sales: plain(text(Fis?.FR_Sales)), Returns: plain(text(Fis?.FR_Returns)), Total: plain(total) },
    ...{ PerpetualReal: plain(perpetual), PerpetualAbsolute: plain(text(Fis?.FR_Absolute)) },
  };
  const rates = split === '' ? [] : split.split('|').map((part) => part.split(':'));
  const lines = rates.map(([rate = '', amount]) => {
    return `<Rate${attributes({ Percent: `${Number(rate.slice(0, -2))}.${rate.slice(-2)}`, Total: plain(amount) })}/>`;
  });
  const signed = textElement('Payload', entry.Payload) + textElement('Signature', entry.Signature);
  return `<Closing${attributes(values)}>${lines.join('')}${signed}</Closing>\n`;
}
