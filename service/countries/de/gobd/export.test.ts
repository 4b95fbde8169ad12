/** The export `gobd`: readable by its index, and complete. */
import os from 'node:os';
import { expect, it } from 'vitest';
import type { Json } from '../../../receipt/json.ts';
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { CountryContext } from '../../contract/services.ts';
import { dice, happen, paid } from '../dsfinvk/testing/random-sales.ts';
import { rowsOf } from '../dsfinvk/testing/exported.ts';
import { Till } from '../dsfinvk/testing/till.ts';
import { readCsv } from '../verify-dsfinvk/csv-reader.ts';
import { Findings } from '../verify-dsfinvk/finding.ts';
import { readIndex } from '../verify-dsfinvk/index-reader.ts';
import { gobd } from './export.ts';

async function exported(records: readonly JournalRecord[]): Promise<Record<string, string>> {
  const source = {
    ...new Till().source({ from: '', till: '' }),
    async *pages() {
      yield await Promise.resolve([...records]);
    },
  };
  const scope = {
    ...{ from: '2026-03-01', till: '2026-03-31', open: false, comment: undefined, sources: [source] },
    ...{ whole: false, folder: os.tmpdir(), progress: () => undefined },
  };
  const files: Record<string, string> = {};
  for await (const { name, content } of gobd.files(scope, {} as CountryContext)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    files[name] = Buffer.concat(pieces).toString();
  }
  return files;
}

const DEEP = 'D'.repeat(100);
const nested = (levels: number): Record<string, Json> => ({
  [DEEP]: levels === 1 ? 'x' : nested(levels - 1),
});

const once = async function* (text: string) {
  yield await Promise.resolve(Buffer.from(text));
};

it('has every value of every record, whatever kind it is of', async () => {
  const till = new Till();
  const roll = dice(7);
  till.pay = (total) => paid(total, roll);
  for (let i = 0; i < 60; i++) happen(till, roll);
  till.close();
  const log: JournalRecord = {
    ...{ _: 'log', SQ: 62, RN: 'def', D: till.now, Event: 'swap' },
    Details: { ...nested(31), Long: 'ü"\n'.repeat(2000), Empty: [], None: null, Number: 1.5 },
  };
  const files = await exported([...till.records, log]);
  const findings = new Findings();
  const tables = await readIndex((name) => Promise.resolve(Buffer.from(files[name] ?? '')), findings);
  const values = new Map<string, string>();
  for (const table of tables)
    for await (const row of readCsv(once(files[table.url]!), table, findings)) {
      const key = `${row.get('LFD_NR')} ${row.get('PFAD')}`;
      if (table.url === 'werte.csv') values.set(key, (values.get(key) ?? '') + row.get('WERT'));
    }
  expect(findings.list).toEqual([]);
  expect(values.get(`62 Details.${Array(31).fill(DEEP).join('.')}`)).toBe('"x"');
  expect(values.get('62 Details.Long')).toBe(
    JSON.stringify(log.Details && (log.Details as { Long: string }).Long),
  );
  expect([
    values.get('62 Details.Empty'),
    values.get('62 Details.None'),
    values.get('62 Details.Number'),
  ]).toEqual(['[]', 'null', '1.5']);
  for (const record of till.records) {
    for (const [i, position] of (record.ESR?.PosA ?? []).entries())
      expect(values.get(`${record.SQ} ESR.PosA[${i}].Amt`)).toBe(JSON.stringify(position.Amt));
    expect(values.get(`${record.SQ} ESR.T`)).toBe(record.ESR?.T && JSON.stringify(record.ESR.T));
  }
});

it('says of each record what an auditor looks for first', async () => {
  const till = new Till();
  till.register({
    PosA: [{ _: 'Pos', Dsc: 'Kaffee', Amt: '3.20', TaxG: 'A', Qty: '2' }],
    PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '3.20' }],
  });
  const files = await exported(till.records);
  expect(rowsOf(files, 'journal.csv')).toMatchObject([
    {
      KASSE: 'def',
      LFD_NR: '1',
      ART: 'Tra',
      BELEG_NR: '1',
      VORGANG: 'Beleg',
      ABSCHLUSS_NR: '1',
      BETRAG: '3,20',
      BEDIENER_NAME: 'Ada',
    },
  ]);
  expect(rowsOf(files, 'positionen.csv')).toMatchObject([
    { TEXT: 'Kaffee', MENGE: '2,00', BETRAG: '3,20', UST_GRUPPE: 'A' },
  ]);
  expect(rowsOf(files, 'zahlungen.csv')).toMatchObject([{ ZAHLART: 'cash', BETRAG: '3,20' }]);
  expect(rowsOf(files, 'steuern.csv')).toMatchObject([
    { SATZ: '19,00', NETTO: '2,69', STEUER: '0,51', BRUTTO: '3,20' },
  ]);
});
