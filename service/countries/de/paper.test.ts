/** What printed receipts say about tax and supply (UStG §§ 14, 14a, 25, 25a). */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { open } from './testing/german.ts';
import { pay, pos } from './testing/shop.ts';

const tax = (TaxG: string, Prc: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Tax', TaxG, Prc, Amt },
  ...more,
});

/** Receipts on paper: marks, rows of the tax table, and lines below. */
async function printed(...receipts: Tree[]) {
  const { shop } = await open();
  const papers = [];
  for (const esr of receipts) {
    shop.clock.advance(20_000);
    const record = await shop.sell({ Opr: '7', ...esr });
    const { title, marks, taxes, tags } = paperOf(record, shop.register.cfg!);
    const said = tags.flatMap(({ label, value }) => (label === '' ? [value] : []));
    papers.push({ title, marks, taxes: taxes.map(({ group, rate, tax: own }) => [group, rate, own]), said });
  }
  return papers;
}

const DATE = 'Leistungsdatum: 12.05.2026';

it('says in the tax table why a line bears no tax', async () => {
  const goods = ['A', 'E', '6', '7', '8'].map((group) => pos('Ware', group, '1.19'));
  const paid = { PayA: [pay('cash', '1.00')] };
  const reverse = { VatCategory: 'AE' };
  const papers = await printed(
    { PosA: goods, PayA: [pay('cash', '5.95')] },
    { PosA: [pos('Ware', '0%', '1.00')], ...paid },
    { PosA: [pos('Kurs', '6', '1.00', { VatReason: 'Steuerfrei nach § 4 Nr. 21 UStG' })], ...paid },
    { PosA: [pos('Bau', '0%', '1.00')], ...paid, TaxA: [tax('Bau', '0', '1.00', reverse)] },
  );
  expect(papers.map(({ taxes }) => taxes)).toEqual([
    [
      ['A', '19', '0,19'],
      ['E nicht steuerbar', '0', '0,00'],
      ['6 steuerfrei', '0', '0,00'],
      ['7 nicht bestimmbar', '0', '0,00'],
      ['8 Nullsteuersatz', '0', '0,00'],
    ],
    [['E nicht steuerbar', '0', '0,00']],
    [['6 steuerfrei', '0', '0,00']],
    [['Bau Reverse-Charge', '0', '0,00']],
  ]);
  expect(papers.map(({ said }) => said)).toEqual([
    [DATE],
    [DATE],
    [DATE, 'Steuerfrei nach § 4 Nr. 21 UStG'],
    [DATE, 'Steuerschuldnerschaft des Leistungsempfängers'],
  ]);
});

it('shows neither tax nor rate of a margin scheme, and names it in the words of the law', async () => {
  const margin = { MarginScheme: '1', TAmt: '10.00' };
  const paid = { PayA: [pay('cash', '150.00')] };
  const used = { PosA: [pos('Fahrrad, gebraucht', 'A', '150.00')], ...paid };
  const papers = await printed(
    { ...used, TaxA: [tax('A', '19', '150.00', margin)] },
    { ...used, TaxA: [tax('A', '19', '150.00', { ...margin, VatExemption: 'VATEX-EU-I' })] },
    { ...used, TaxA: [tax('A', '19', '150.00', { ...margin, VatReason: 'Sonderregelung für Reisebüros' })] },
    {
      PosA: [pos('Fahrrad, gebraucht', 'GEB', '150.00'), pos('Schloss', 'A', '11.90')],
      PayA: [pay('cash', '161.90')],
      TaxA: [tax('GEB', '19', '150.00', margin), tax('A', '19', '11.90')],
    },
  );
  expect(papers.map(({ taxes, said }) => [taxes, said.slice(1)])).toEqual([
    [[], ['Gebrauchtgegenstände/Sonderregelung']],
    [[], ['Kunstgegenstände/Sonderregelung']],
    [[], ['Sonderregelung für Reisebüros']],
    [[['A', '19', '1,90']], ['Gebrauchtgegenstände/Sonderregelung (GEB)']],
  ]);
});

it('dates the supply of an invoice that is paid later', async () => {
  const stay = { SvcStartD: '2026-05-10', SvcEndD: '2026-05-12' };
  const invoice = (PosA: Tree[]): Tree => ({ NFS: 'Invoice', PosA, PayA: [pay('open', '119.00')] });
  const papers = await printed(
    invoice([pos('Beratung', 'A', '119.00')]),
    invoice([pos('Zimmer', 'A', '119.00', stay)]),
    { NFS: 'Pay', PayA: [pay('cash', '119.00')] },
  );
  expect(papers.map(({ title, marks, said }) => [title, marks, said])).toEqual([
    ['Rechnung (unbezahlt)', [], [DATE]],
    ['Rechnung (unbezahlt)', [], []],
    ['Zahlung', ['KEINE RECHNUNG'], []],
  ]);
});
