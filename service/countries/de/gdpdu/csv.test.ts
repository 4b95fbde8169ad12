import { describe, expect, it } from 'vitest';
import { headRow, RowWriter } from './csv.ts';
import { columns, type Table } from './table.ts';

const TABLE: Table = {
  url: 't.csv',
  name: 'T',
  columns: columns('TEXT:A5 KEY:A5! ANZAHL:N0 BETRAG:N2 MENGE:N3 PREIS:N5'),
};
const row = (...cells: (string | number | null)[]) =>
  new RowWriter(TABLE).row([...cells, null, null, null, null, null, null].slice(0, 6));

describe('a record', () => {
  it('has texts in quotes, numbers without, and nothing where there is nothing', () => {
    expect(headRow(TABLE)).toBe('"TEXT";"KEY";"ANZAHL";"BETRAG";"MENGE";"PREIS"\r\n');
    expect(row('a"b;c', null, 3, '-12.3', '1', '0.12345')).toBe('"a""b;c";;3;-12,30;1,000;0,12345\r\n');
    expect(row('', 'x', 0, '1', '0.5', '2')).toBe(';"x";0;1,00;0,500;2,00\r\n');
  });

  it('stays one record whatever a text holds', () => {
    expect(row('a\r\nb')).toBe('"a b";;;;;\r\n');
    expect(row('\u0000\u2028')).toBe('"";;;;;\r\n');
  });

  it('cuts texts by characters, and refuses to cut what stands for something', () => {
    expect(row('🥨🥨🥨🥨🥨🥨')).toBe('"🥨🥨🥨🥨🥨";;;;;\r\n');
    expect(() => row(null, '123456')).toThrow('t.csv KEY: "123456" is longer than 5 characters');
  });

  it.each(['12,3', '1e3', 'NaN', '1.234', '--1', '1.', '0x1', ' 1'])('refuses %j as an amount', (value) => {
    expect(() => row(null, null, null, value)).toThrow('t.csv BETRAG');
  });

  it('writes each row anew, though values repeat themselves', () => {
    const writer = new RowWriter(TABLE);
    const cells = ['a', 'k', 1, '1.00', null, null];
    expect([
      writer.row(cells),
      writer.row([...cells.slice(0, 2), 2, ...cells.slice(3)]),
      writer.row(cells),
    ]).toEqual(['"a";"k";1;1,00;;\r\n', '"a";"k";2;1,00;;\r\n', '"a";"k";1;1,00;;\r\n']);
  });

  it('has as many cells as the table has columns', () => {
    expect(() => new RowWriter(TABLE).row(['a'])).toThrow('6 columns, not 1');
  });
});
