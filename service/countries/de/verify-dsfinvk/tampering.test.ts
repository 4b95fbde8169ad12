/** What the check finds when somebody has been at an export. */
import { beforeAll, describe, expect, it } from 'vitest';
import { exported, verified, type Files } from '../dsfinvk/testing/exported.ts';
import { Till } from '../dsfinvk/testing/till.ts';

const pos = (Amt: string, more = {}) => ({ _: 'Pos', Dsc: 'Ware', Amt, TaxG: 'A', PN: '1', ...more });
const pay = (Amt: string) => ({ _: 'Pay', Dsc: 'Bar', Amt, PayG: 'cash' });

let whole: Files;
beforeAll(async () => {
  const till = new Till();
  till.register({ PosA: [pos('10.00'), { _: 'Mod', Dsc: 'Rabatt', Amt: '-1.00' }], PayA: [pay('9.00')] });
  till.register({ PosA: [pos('5.00')], PayA: [pay('5.00')] });
  till.close();
  till.register(
    { RTN: '1', PosA: [pos('-9.00')], PayA: [{ ...pay('-9.00'), PayG: 'refund' }] },
    { references: [{ Name: '1/1/1', SQ: 1, Z: 1, D: '2026-03-02T08:00:30', Positions: [] }] },
  );
  till.close();
  till.register({ PosA: [pos('7.00')], PayA: [pay('7.00')] });
  till.close();
  whole = await exported([till]);
});

const lines = (files: Files, file: string) => files[file]!.split('\r\n');

/** A file without the records that a text is in. */
const without = (file: string, text: string) => (files: Files) => {
  files[file] = lines(files, file)
    .filter((line) => !line.includes(text))
    .join('\r\n');
};

/** A file with the first place of a text changed. */
const changed = (file: string, from: string, to: string) => (files: Files) => {
  expect(files[file]).toContain(from);
  files[file] = files[file]!.replace(from, to);
};

const TAMPERINGS: [name: string, tamper: (files: Files) => void, file: string, says: RegExp][] = [
  [
    'a receipt taken out',
    without('transactions.csv', '"2";2;'),
    'lines.csv',
    /process 2 .* is not in transactions/,
  ],
  [
    'all of a receipt taken out',
    (files) => {
      for (const file of Object.keys(files))
        if (/^(transactions|lines|datapayment)/.test(file)) without(file, ';1;"2";')(files);
    },
    'businesscases.csv',
    /closing 1 .* Umsatz {2}0 1: gross 14.00, not 9.00/,
  ],
  [
    'a lower amount',
    changed('transactions_vat.csv', '5,00;4,20;0,80', '4,00;3,36;0,64'),
    'lines_vat.csv',
    /process 2: .* key 1: gross 5.00, not 4.00/,
  ],
  [
    'less tax',
    changed('lines_vat.csv', '5,00;4,20;0,80', '5,00;4,20;0,70'),
    'lines_vat.csv',
    /net and tax do not add up/,
  ],
  [
    'a payment that was cash',
    changed('datapayment.csv', '"2";"Bar"', '"2";"ECKarte"'),
    'transactions_tse.csv',
    /TSE_VORGANGSDATEN is Beleg\^5.00.*5.00:Bar, the process comes to .*5.00:Unbar/,
  ],
  [
    'another kind of process',
    changed('transactions.csv', '"2";2;"Beleg"', '"2";2;"AVTraining"'),
    'transactions_tse.csv',
    /comes to AVTraining/,
  ],
  [
    'a discount that was larger',
    changed('itemamounts.csv', '-1,00;', '-2,00;'),
    'itemamounts.csv',
    /line 1 is made of/,
  ],
  [
    'a closing with other sums',
    changed('cashpointclosing.csv', ';14,00;14,00', ';13,00;14,00'),
    'cashpointclosing.csv',
    /Z_SE_ZAHLUNGEN is 13.00, not 14.00/,
  ],
  [
    'a closing taken out',
    (files) => {
      for (const file of Object.keys(files).filter((name) => name.endsWith('.csv')))
        without(file, '+01:00";2;')(files);
    },
    'cashpointclosing.csv',
    /closing 3 .* follows closing 1/,
  ],
  [
    'a signature that counts for two',
    changed('transactions_tse.csv', ';2;"2026', ';1;"2026'),
    'transactions_tse.csv',
    /transaction 1 of the TSE is there twice/,
  ],
  [
    'no signature and no reason',
    changed('transactions_tse.csv', Buffer.from('signature 4').toString('base64'), ''),
    'transactions_tse.csv',
    /TSE_TA_SIG is empty, and TSE_TA_FEHLER says nothing/,
  ],
  [
    'another original',
    changed('references.csv', ';1;"1"', ';1;"77"'),
    'references.csv',
    /refers to process 77 of closing 1/,
  ],
  [
    'a tax rate of its own',
    changed('vat.csv', ';1;19,00', ';1;18,00'),
    'vat.csv',
    /key 1 has 18,00 %, not 19,00|key 1 has 18,00 %, not 19/,
  ],
  ['a column taken out', changed('transactions.csv', ';"BON_NOTIZ"', ''), 'transactions.csv', /its head is/],
  [
    'a table that nobody declares',
    (files) => void (files['more.csv'] = 'a\r\n'),
    'more.csv',
    /does not declare/,
  ],
  ['a file taken out', (files) => void delete files['lines.csv'], 'lines.csv', /is missing, though/],
  [
    'an index without order',
    changed('index.xml', '<Version>1.0</Version>', ''),
    'index.xml',
    /DataSet may not hold/,
  ],
  ['no DTD', (files) => void delete files['gdpdu-01-09-2004.dtd'], 'gdpdu-01-09-2004.dtd', /is missing/],
  [
    'decimal points',
    changed('lines_vat.csv', '5,00;4,20;0,80', '5.00;4.20;0.80'),
    'lines_vat.csv',
    /POS_BRUTTO "5.00" is no number/,
  ],
  [
    'line ends of another system',
    (files) => void (files['vat.csv'] = files['vat.csv']!.replaceAll('\r\n', '\n')),
    'vat.csv',
    /a cell is followed by/,
  ],
  [
    'a country of two letters',
    changed('location.csv', '"DEU"', '"DE"'),
    'location.csv',
    /LOC_LAND "DE" is no country/,
  ],
  [
    'half a file',
    (files) => void (files['lines.csv'] = files['lines.csv']!.slice(0, -20)),
    'lines.csv',
    /last record does not end/,
  ],
];

describe('an export that somebody has been at', () => {
  it('is valid before', async () => {
    expect((await verified(whole)).findings).toEqual([]);
  });

  it.each(TAMPERINGS)('names %s', async (_name, tamper, file, says) => {
    const files = { ...whole };
    tamper(files);
    const { findings } = await verified(files);
    const told = findings.filter((finding) => finding.file === file).map(({ text }) => text);
    expect(told.join('\n')).toMatch(says);
  });

  it('tells a mistake that repeats itself some times, and counts the others', async () => {
    const rows = Array.from({ length: 50 }, () => '"a"\r\n').join('');
    const { findings, more } = await verified({
      ...whole,
      'pa.csv': `${lines(whole, 'pa.csv')[0]}\r\n${rows}`,
    });
    expect([findings.length, more]).toEqual([20, 30]);
  });

  it('reads what is no export at all', async () => {
    const { findings } = await verified({ 'index.xml': '<DataSet', 'lines.csv': '\u0000' });
    expect(findings.length).toBeGreaterThan(0);
  });
});
