import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { handIn, saleLine, saleLines } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';
import { csvCell } from './csv.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

/** Reads a table as RFC 4180 has it. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    const [all, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at)) ?? [];
    if (all === undefined) throw new Error(`no RFC 4180: ${text.slice(at, at + 80)}`);
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    at += all.length;
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const CFG =
  '{"_":"Cfg","SQ":1,"RN":"def","D":"2026-11-01T08:00:00","Cfg":{"Cmp":{"Ctry":"PT","TaxId":"PT599999993"}}}';

async function csv(companyId: number, query = ''): Promise<Record<string, string>[]> {
  const { body } = await portal.send('GET', `/Company/${companyId}/Records/Csv?bom=false${query}`);
  const [names, ...rows] = read(body as string);
  return rows.map((row) => Object.fromEntries(names!.map((name, i) => [name, row[i]!])));
}

it('gives receipts that meet the criteria as a table, the newest first', async () => {
  const company = await testCompany(portal);
  await testLocation(portal, company, 'L1');
  const register = await testRegister(portal, company, { tl: 'L1' });
  const other = await testRegister(portal, company);
  await handIn(register, 1, [
    CFG,
    saleLine(2, {
      at: '2026-11-01T09:00:00',
      esr: { T: '-12.30', Void: '1', Ctm: { Nam: 'Café "Zé", Lda' } },
    }),
    saleLine(3, { at: '2026-11-02T09:00:00', esr: { T: '5.00', Test: '1', OprN: '=HYPERLINK("http://x")' } }),
  ]);
  await handIn(other, 1, saleLines(1, 1, { at: '2026-11-03T09:00:00' }));
  const [first, second, third] = await csv(company);
  expect([first, second]).toMatchObject([
    { location: '', registerId: String(other.registerId), currency: '', total: '1.00' },
    { total: '5.00', counts: 'nothing', operator: `'=HYPERLINK("http://x")` },
  ]);
  expect(third).toEqual({
    ...{ date: '2026-11-01T09:00:00', registered: '2026-11-01T09:00:00', location: 'L1', register: 'def' },
    ...{ registerId: String(register.registerId), sq: '2', type: 'Tra', documentType: '' },
    ...{ fiscalNumber: 'FS 1_1.26/2', tl: '1', tt: '1', transactionNumber: '2', total: '-12.30' },
    ...{ currency: 'EUR', counts: 'sale', void: 'yes', customer: 'Café "Zé", Lda', customerTaxId: '' },
    ...{ operator: '', eInvoice: '' },
  });
  const locations = await portal.ask<{ locations: { locationId: number }[] }>(
    'GET',
    `/Company/${company}/Tree`,
  );
  const { locationId } = locations.locations[0]!;
  expect(await csv(company, `&locationId=${locationId}`)).toHaveLength(2);
  expect(await csv(company, `&registerId=${other.registerId}`)).toHaveLength(1);
  expect(await csv(company, '&from=2026-11-02&till=2026-11-02')).toHaveLength(1);
  expect(await csv(company, '&text=cafe')).toHaveLength(1);
  expect(await csv(company, '&type=Cfg')).toMatchObject([{ type: 'Cfg', total: '', currency: '' }]);
});

it('begins as spreadsheets want it, and is for those who may take data away', async () => {
  const company = await testCompany(portal);
  const path = `/Company/${company}/Records/Csv`;
  const response = await fetch(portal.url + path, {
    headers: { api_key: await testKey(portal, company, 'EDITOR') },
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="receipts-${company}-2026-11-22.csv"`,
  });
  expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 7)]).toEqual([
    ...[0xef, 0xbb, 0xbf],
    ...Buffer.from('date'),
  ]);
  const viewer = await testKey(portal, company, 'VIEWER');
  expect((await portal.send('GET', path, undefined, viewer)).status).toBe(403);
  expect((await portal.send('GET', `${path}?from=yesterday`)).body.errors[0].field).toBe('from');
});

it('has every record once, however many pages it takes', async () => {
  const company = await testCompany(portal);
  const register = await testRegister(portal, company);
  for (const first of [1, 801]) await handIn(register, first, saleLines(first, 800));
  const rows = await csv(company);
  expect(rows.map(({ sq }) => Number(sq))).toEqual(Array.from({ length: 1600 }, (_, i) => 1600 - i));
});

it('has no cell that a spreadsheet would take for a formula', () => {
  const signs = fc.constantFrom('=', '+', '-', '@', '＝', ';', '"', ',', '\t', '\r\n', ' ', "'", 'a', '1');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
      const value = parts.join('');
      const [[cell]] = read(`${csvCell({ text: value })}\r\n`) as [[string]];
      // Programs of other languages part cells at semicolons.
      for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[ "]*[=+\-@＝]/);
      expect(cell.replaceAll("'", '')).toBe(value.replaceAll("'", ''));
    }),
    { numRuns: runs(300) },
  );
  expect(csvCell({ amount: '-12.30' })).toBe('-12.30');
  expect(csvCell({ amount: '-1+cmd' })).toBe("'-1+cmd");
});
