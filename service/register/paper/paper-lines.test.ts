import { expect, it } from 'vitest';
import { countryOf } from '../../countries/list.ts';
import type { Esr, Position } from '../../receipt/tra.ts';
import { linesOf } from './paper-lines.ts';

const pos = (PN: string, Dsc: string, more: Partial<Position> = {}): Position => ({
  _: 'Pos',
  PN,
  Dsc,
  TaxG: 'A',
  Amt: '10.00',
  ...more,
});
const mod = (Dsc: string, PN?: string): Position => ({
  _: 'Mod',
  Dsc,
  Amt: '-1.00',
  ...(PN !== undefined && { PN }),
});
const THREE = [pos('1', 'Vela'), pos('2', 'Vinho'), pos('3', 'Chá')];

function lines(PosA: Position[], more: Esr = {}, referred?: string[]) {
  return linesOf(
    { PosA, ...more },
    { country: countryOf('PT'), signed: (text) => text, written: (text) => text, referred },
  ).map(({ line }) => line);
}
const read = (PosA: Position[]) => lines(PosA).map((l) => [l.kind, l.text]);

it('prints a discount below its article, wherever it was sent', () => {
  expect(read([...THREE, mod('Promoção', '1'), mod('Cartão', '1'), mod('Vale')])).toEqual([
    ['item', 'Vela'],
    ['modifier', 'Promoção'],
    ['modifier', 'Cartão'],
    ['item', 'Vinho'],
    ['item', 'Chá'],
    ['modifier', 'Vale'],
  ]);
  expect(read([mod('Promoção', '2'), ...THREE])).toEqual([
    ['item', 'Vela'],
    ['item', 'Vinho'],
    ['modifier', 'Promoção'],
    ['item', 'Chá'],
  ]);
});

it('does not hang a discount for several articles below the last of them', () => {
  const [shared, ...others] = lines([...THREE, mod('Conjunto', '1 3')]).slice(3);
  expect(shared).toEqual({
    kind: 'item',
    text: 'Conjunto',
    amount: '-1.00',
    detail: 'Vela, Chá',
    note: 'Vela, Chá',
  });
  expect(others).toEqual([]);
  expect(lines([...THREE, mod('Tudo', '*')]).at(-1)).toEqual({ kind: 'item', text: 'Tudo', amount: '-1.00' });
});

it('prints a print line behind the article it names, without number where it was sent', () => {
  const lin = (Dsc: string, PN?: string): Position => ({ _: 'Lin', Dsc, ...(PN !== undefined && { PN }) });
  expect(read([lin('antes'), ...THREE, lin('vela', '1'), lin('fim')]).map(([, text]) => text)).toEqual([
    'antes',
    'Vela',
    'vela',
    'Vinho',
    'Chá',
    'fim',
  ]);
});

it.each([
  ['Desconto 10 %', '10', 'Desconto 10 %'],
  ['10% desconto', '10.00%', '10% desconto'],
  ['Desconto 12,5%', '12.5', 'Desconto 12,5%'],
  ['Desconto 110 %', '10', 'Desconto 110 % 10%'],
  ['Desconto 2.10 %', '10', 'Desconto 2.10 % 10%'],
  ['Desconto', '10%', 'Desconto 10%'],
  ['', '10', '10%'],
])('says a percentage once: %j with %s', (Dsc, Prc, text) => {
  expect(lines([pos('1', 'Vela'), { ...mod(Dsc, '1'), Prc }])[1]!.text).toBe(text);
});

it('says at an article what it is about', () => {
  const detail = (more: Partial<Position>, esr?: Esr) => lines([pos('1', 'X', more)], esr)[0]!.detail;
  expect(detail({ Qty: '1' })).toBeUndefined();
  expect(detail({ Qty: '-1', Void: '1' })).toBe('ANULAÇÃO');
  expect(detail({ VouN: 'GV-1' })).toBe('GV-1');
  expect(detail({ Info: 'sem lactose' })).toBe('sem lactose');
  expect(detail({ Note: 'sem glúten', Info: 'antes' })).toBe('sem glúten');
  expect(detail({ Qty: '2', Pri: '-1.50' })).toBe('-2 x 1.50');
  expect(detail({ Qty: '3', QtyU: 'noite', Pri: '84', SvcStartD: '2026-05-01', SvcEndD: '2026-05-04' })).toBe(
    '3 noite x 84.00 · 2026-05-01 - 2026-05-04',
  );
  expect(detail({ Rsn: 'Defeito' }, { Rsn: 'Devolução' })).toBe('Motivo: Defeito');
  expect(detail({ Rsn: 'Devolução' }, { Rsn: 'Devolução' })).toBeUndefined();
  expect(detail({ TaxG: 'M07', Note: 'Turma B' })).toBe('Turma B · Isento artigo 9.º do CIVA');
});

it('leads from net prices to the total', () => {
  const TaxA = [
    { _: 'Tax', Net: '99.99', TAmt: '23.00' },
    { _: 'Tax', Net: '21.15', TAmt: '1.27' },
  ];
  expect(lines([], { TaxN: '1', TaxA })).toEqual([
    { kind: 'text', text: 'Total sem IVA', amount: '121.14' },
    { kind: 'text', text: 'IVA', amount: '24.27' },
  ]);
  expect(lines([], { TaxA })).toEqual([]);
});

it('calls a tax group as the tax table does, and leaves percentages as they were sent', () => {
  const TaxA = [{ _: 'Tax' as const, TaxG: 'A', Prc: '23', Net: '0.00', TAmt: '0.00', Amt: '0.00' }];
  const groups = ['A', '1', '23%', 'A X'].map((TaxG) => pos('1', 'Vela', { TaxG }));
  expect(lines(groups, { TaxA }).map(({ taxGroup }) => taxGroup)).toEqual(['A', 'A', '23%', 'A X']);
});

it('names the receipt that an article comes back from, unless the document does', () => {
  const back = [
    pos('1', 'Vela', { RFN: 'FS 1_1.26/7' }),
    pos('2', 'Vinho', { RTN: '12', RTT: '3', RD: '2026-05-04T10:00:00' }),
    pos('3', 'Chá'),
  ];
  const notes = (more: Esr, referred?: string[]) => lines(back, more, referred).map(({ note }) => note);
  const [number, terminal] = ['Referência: FS 1_1.26/7', 'Referência: 1/3/12 (2026-05-04)'];
  const esr = { TL: '1', TT: '1' };
  expect(notes(esr)).toEqual([number, terminal, undefined]);
  expect(notes({ ...esr, RFN: 'FS 1_1.26/7' })).toEqual([undefined, terminal, undefined]);
  expect(notes(esr, ['FS 1_1.26/7', 'FS 1_1.26/9'])).toEqual([undefined, undefined, undefined]);
  expect(notes(esr, ['FS 1_1.26/9'])).toEqual([number, undefined, undefined]);
});
