import { describe, expect, it } from 'vitest';
import { complete, terminal, type CompleteContext } from './complete.ts';
import { sameDecimal } from './money.ts';
import type { Esr, Payment, Position, Tax } from './tra.ts';

const GROUPS = [
  { group: 'A', rate: '23' },
  { group: 'C', rate: '6' },
];
const CONTEXT: CompleteContext = {
  now: '2026-01-15T10:15:30',
  currencyDigits: 2,
  TL: 'Lisboa',
  TT: '7',
  maxDaysOff: 7,
  maxMinutesAhead: 15,
  taxes: {
    byName: (name) => GROUPS.find((g) => g.group === name) ?? null,
    byRate: (rate) => GROUPS.find((g) => sameDecimal(g.rate, rate)) ?? null,
  },
  paymentGroups: new Set(['NU']),
  mandatory: new Set(),
};

const pos = (Amt: string, more: Partial<Position> = {}): Position => ({
  _: 'Pos',
  Dsc: 'Café',
  TaxG: 'A',
  Amt,
  ...more,
});
const pay = (Amt: string, more: Partial<Payment> = {}): Payment => ({
  _: 'Pay',
  Dsc: 'Dinheiro',
  PayG: 'cash',
  Amt,
  ...more,
});

const run = (esr: Esr, context: Partial<CompleteContext> = {}) => complete(esr, { ...CONTEXT, ...context });

function accepted(esr: Esr, context: Partial<CompleteContext> = {}) {
  const result = run(esr, context);
  expect(result.issues).toStrictEqual([]);
  return result;
}

/** Code and path of every issue. */
function refused(esr: Esr, context: Partial<CompleteContext> = {}): [string, string][] {
  return run(esr, context).issues.map((i) => [i.code, i.path]);
}

const SALE: Esr = { PosA: [pos('12.30')], PayA: [pay('12.30')] };

describe('what the POS may leave out', () => {
  it('is filled in', () => {
    const { esr, warnings } = accepted(SALE);
    expect(esr).toMatchObject({ D: CONTEXT.now, TL: 'Lisboa', TT: '7', T: '12.30' });
    expect(esr.TaxA).toStrictEqual([
      { _: 'Tax', TaxG: 'A', Prc: '23', Net: '10.00', TAmt: '2.30', Amt: '12.30' },
    ]);
    expect(warnings).toStrictEqual([]);
  });

  it('is not overwritten where the POS says it', () => {
    const sent = {
      ...SALE,
      D: '2026-01-14T23:59:59',
      TL: 'Porto',
      TT: '2',
      TN: '17',
      T: '12.30',
      Opr: 'Ana',
    };
    expect(accepted(sent).esr).toMatchObject({
      D: sent.D,
      TL: 'Porto',
      TT: '2',
      TN: '17',
      T: '12.30',
      Opr: 'Ana',
    });
  });

  it('does not change the record that was sent', () => {
    const sent: Esr = { PosA: [pos('12.30')], PayA: [{ _: 'Pay', Dsc: 'x', Amt: '12.30' }] };
    const copy = structuredClone(sent);
    accepted(sent);
    expect(sent).toStrictEqual(copy);
  });

  it.each([
    [{ TT: '3/9' }, { TL: '3', TT: '9' }],
    [{ TT: '3/9/1' }, { TL: '3', TT: '9/1' }],
    [
      { TL: '5', TT: '3/9' },
      { TL: '5', TT: '3/9' },
    ],
    [{ TT: '/9' }, { TL: 'def', TT: '/9' }],
    [{ TT: '3/' }, { TL: '3', TT: '1' }],
    [
      { TL: ' ', TT: '  ' },
      { TL: 'def', TT: '1' },
    ],
    [{ TL: '5' }, { TL: '5', TT: '1' }],
    [{}, { TL: 'def', TT: '1' }],
  ])('premise and terminal of %j are %j', (sent, expected) => {
    expect(terminal(sent, { TL: 'def', TT: '1' })).toStrictEqual(expected);
  });

  it('takes a payment without group for cash', () => {
    const { esr, warnings } = accepted({
      PosA: [pos('12.30')],
      PayA: [{ _: 'Pay', Dsc: 'Dinheiro', Amt: '12.30' }],
    });
    expect(esr.PayA[0]).toHaveProperty('PayG', 'cash');
    expect(warnings).toStrictEqual([]);
  });

  it('accepts unknown payment groups with a warning, national ones without', () => {
    const { warnings } = accepted({
      ...SALE,
      PayA: [pay('6.00', { PayG: 'NU' }), pay('6.30', { PayG: 'gold' })],
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^ESR\.PayA\[1\]\.PayG: .*"gold"/);
  });

  it.each([
    ['Cash', 'cash'],
    [' CREDITCARD ', 'creditcard'],
    ['nu', 'NU'],
    ['  ', 'cash'],
  ])('takes the payment group %j for %s', (PayG, expected) => {
    const { esr, warnings } = accepted({ ...SALE, PayA: [pay('12.30', { PayG })] });
    expect(esr.PayA[0]).toHaveProperty('PayG', expected);
    expect(warnings).toStrictEqual([]);
  });
});

describe('position numbers', () => {
  const numbers = (...positions: Position[]) =>
    run({ PosA: positions, PayA: [pay('1.00')] }).esr.PosA.map((p) => p.PN);

  it('count positions only', () => {
    const mod: Position = { _: 'Mod', Amt: '-0.10' };
    const lin: Position = { _: 'Lin', Dsc: '---' };
    expect(numbers(pos('1.00'), mod, lin, pos('1.00', { _: 'Dep' }))).toStrictEqual([
      '1',
      undefined,
      undefined,
      '2',
    ]);
  });

  it('that were sent stay and are not given twice', () => {
    expect(numbers(pos('1.00', { PN: '2' }), pos('1.00'))).toStrictEqual(['2', '3']);
    expect(numbers(pos('1.00'), pos('1.00', { PN: '1' }), pos('1.00', { PN: 'x' }))).toStrictEqual([
      '2',
      '1',
      'x',
    ]);
  });

  it('can be referred to by a modifier', () => {
    const { amounts } = accepted({
      PosA: [pos('5.00'), pos('7.00'), { _: 'Mod', PN: '1', Amt: '-1.00' }],
      PayA: [pay('11.00')],
    });
    expect(amounts).toStrictEqual([400, 700, 0]);
  });
});

describe('sums', () => {
  it('count positions and modifiers, not print lines', () => {
    const lin: Position = { _: 'Lin', Dsc: 'Subtotal', LAmt: '99.00', Amt: '99.00' };
    const { esr, amounts } = accepted({
      PosA: [pos('12.30'), lin, { _: 'Mod', Amt: '-2.30' }],
      PayA: [pay('20.00'), pay('-10.00', { PayG: 'change' })],
    });
    expect(esr.T).toBe('10.00');
    expect(amounts).toStrictEqual([1000, 0, 0]);
    expect(esr.TaxA[0]).toHaveProperty('Amt', '10.00');
  });

  it('are exact', () => {
    const PosA = [...Array.from({ length: 100 }, () => pos('0.01')), pos('0.10'), pos('0.20')];
    expect(accepted({ PosA, PayA: [pay('1.30')], T: '1.30' }).esr.T).toBe('1.30');
  });

  it.each<[string, Esr, [string, string][]]>([
    [
      'positions',
      { ...SALE, T: '12.31', PayA: [pay('12.31')] },
      [
        ['#SUM_POSITIONS', 'ESR.T'],
        ['#SUM_TAXES', 'ESR.T'],
      ],
    ],
    ['payments', { ...SALE, T: '12.30', PayA: [pay('12.29')] }, [['#SUM_PAYMENTS', 'ESR.T']]],
    ['payments without T', { ...SALE, PayA: [pay('20.00')] }, [['#SUM_PAYMENTS', 'ESR']]],
    ['a missing payment', { PosA: [pos('12.30')] }, [['#PAYA_MISSING', 'ESR.PayA']]],
  ])('that disagree are refused: %s', (_name, esr, expected) => {
    expect(refused(esr)).toStrictEqual(expected);
  });

  it('name both amounts', () => {
    const [issue] = run({ ...SALE, T: '12.30', PayA: [pay('12.29')] }).issues;
    expect(issue!.text).toContain('12.29');
    expect(issue!.text).toContain('12.30');
  });

  it('of zero need no payment', () => {
    expect(accepted({ PosA: [pos('5.00'), pos('-5.00')] }).esr.T).toBe('0.00');
  });

  it('include the tax when positions are net', () => {
    const sale: Esr = { TaxN: '1', PosA: [pos('10.00')], PayA: [pay('12.30')] };
    expect(accepted(sale).esr.T).toBe('12.30');
    expect(accepted({ ...sale, T: '12.30' }).esr.TaxA[0]).toMatchObject({ Net: '10.00', Amt: '12.30' });
    expect(refused({ ...sale, T: '10.00', PayA: [pay('10.00')] })).toStrictEqual([
      ['#SUM_POSITIONS', 'ESR.T'],
      ['#SUM_TAXES', 'ESR.T'],
    ]);
  });

  it('do not add a message to the mistake they follow from', () => {
    const mod: Position = { _: 'Mod', PN: '9', Amt: '-2.30' };
    expect(refused({ PosA: [pos('12.30'), mod], PayA: [pay('10.00')] })).toStrictEqual([
      ['#MOD_PN', 'ESR.PosA[1].PN'],
    ]);
    const net: Esr = { TaxN: '1', PosA: [pos('10.00', { TaxG: 'Q' })], PayA: [pay('12.30')] };
    expect(refused(net)).toStrictEqual([['#TAX_GROUP', 'ESR.PosA[0].TaxG']]);
    expect(refused({ ...net, T: '12.30' })).toStrictEqual([['#TAX_GROUP', 'ESR.PosA[0].TaxG']]);
  });

  it('are refused beyond what an amount may have', () => {
    const [PosA, PayA] = [[pos('99999999999.99'), pos('99999999999.99')], [pay('99999999999.99')]];
    expect(refused({ PosA, PayA: [...PayA, ...PayA] })).toStrictEqual([['#TYPE', 'ESR.T']]);
  });

  it('that are wrong for reasons of their own are reported beside other mistakes', () => {
    const mod: Position = { _: 'Mod', PN: '9', Amt: '-2.30' };
    expect(refused({ PosA: [pos('12.30'), mod], PayA: [pay('11.00')] })).toStrictEqual([
      ['#MOD_PN', 'ESR.PosA[1].PN'],
      ['#SUM_PAYMENTS', 'ESR'],
    ]);
  });

  it('work in currencies without cents', () => {
    expect(accepted({ PosA: [pos('1230')], PayA: [pay('1230')] }, { currencyDigits: 0 }).esr).toMatchObject({
      T: '1230',
      TaxA: [{ Net: '1000', TAmt: '230', Amt: '1230' }],
    });
  });
});

describe('what is missing', () => {
  it('is reported all at once, each with its place', () => {
    const found = refused({
      PosA: [{ _: 'Pos' }, { _: 'Mod' }, { _: 'Lin' }, pos('1.00', { TaxG: ' ' })],
      PayA: [{ _: 'Pay' }],
      D: '2025-12-01T00:00:00',
      FN: 'FS 1/1',
    });
    expect(found).toHaveLength(9);
    expect(new Set(found.map(([code, path]) => `${code} ${path}`))).toStrictEqual(
      new Set([
        '#POS_AMT_MISSING ESR.PosA[0].Amt',
        '#POS_DSC_MISSING ESR.PosA[0].Dsc',
        '#POS_TAXG_MISSING ESR.PosA[0].TaxG',
        '#MOD_AMT_MISSING ESR.PosA[1].Amt',
        '#POS_TAXG_MISSING ESR.PosA[3].TaxG',
        '#PAY_AMT_MISSING ESR.PayA[0].Amt',
        '#PAY_DSC_MISSING ESR.PayA[0].Dsc',
        '#D_WINDOW ESR.D',
        '#FN_NOT_ALLOWED ESR.FN',
      ]),
    );
  });

  it('may be the positions of nonfiscal records only', () => {
    expect(refused({ T: '5.00', PayA: [pay('5.00')] })).toStrictEqual([['#POSA_MISSING', 'ESR.PosA']]);
    expect(refused({ PosA: [{ _: 'Lin', Dsc: 'x' }] })).toContainEqual(['#POSA_MISSING', 'ESR.PosA']);
    expect(accepted({ NF: 'login' }).esr).toMatchObject({ T: '0.00', PosA: [], PayA: [], TaxA: [] });
    expect(accepted({ NF: 'payin', PayA: [pay('50.00')] }).esr.T).toBe('50.00');
    const TaxA: Tax[] = [{ _: 'Tax', TaxG: 'A', Prc: '20', Amt: '5.00' }];
    expect(accepted({ NF: 'count', TaxA }).esr.T).toBe('5.00');
    expect(accepted({ NFS: 'Z', PosA: [pos('5.00')] }).esr.T).toBe('5.00');
  });

  it('does not keep nonfiscal records from being checked on what they bring', () => {
    expect(refused({ NF: 'payin', T: '40.00', PayA: [pay('50.00')] })).toStrictEqual([
      ['#SUM_PAYMENTS', 'ESR.T'],
    ]);
  });
});

describe('quantity times price', () => {
  const warningsOf = (Amt: string, Qty: string | undefined, Pri: string) =>
    accepted({ PosA: [pos(Amt, { Pri, ...(Qty !== undefined && { Qty }) })], PayA: [pay(Amt)] }).warnings;

  it.each([
    ['65.99', '41.27', '1.599'],
    ['66.00', '41.27', '1.599'],
    ['5.00', undefined, '5'],
    ['-5.00', undefined, '5'],
    ['-10.00', '-2', '5'],
  ])('%s for %s at %s is fine', (amount, quantity, price) => {
    expect(warningsOf(amount, quantity, price)).toStrictEqual([]);
  });

  it('too large for an exact result is told without one', () => {
    const most = '9'.repeat(15);
    expect(warningsOf('5.00', most, most)).toStrictEqual([
      `ESR.PosA[0].Amt: 5.00 is not Qty ${most} x Pri ${most}`,
    ]);
  });

  it.each([
    ['66.01', '41.27', '1.599'],
    ['5.00', undefined, '6'],
    ['-10.00', '2', '5'],
  ])('%s for %s at %s is accepted with a warning', (amount, quantity, price) => {
    const warnings = warningsOf(amount, quantity, price);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^ESR\.PosA\[0\]\.Amt: /);
  });
});

describe('the date of a receipt', () => {
  it.each(['2026-01-08T10:15:30', '2026-01-15T10:30:30'])('may be %s', (D) => {
    expect(accepted({ ...SALE, D }).esr.D).toBe(D);
  });

  it.each(['2026-01-08T10:15:29', '2026-01-15T10:30:31', '2026-01-22T10:15:31', '2025-01-15T10:15:30'])(
    'may not be %s',
    (D) => {
      expect(refused({ ...SALE, D })).toStrictEqual([['#D_WINDOW', 'ESR.D']]);
    },
  );

  it('is of today where no days are allowed', () => {
    const none = { maxDaysOff: 0 };
    expect(accepted({ ...SALE, D: '2026-01-15T00:00:00' }, none).issues).toStrictEqual([]);
    expect(accepted({ ...SALE, D: '2026-01-15T10:20:00' }, none).issues).toStrictEqual([]);
    expect(refused({ ...SALE, D: '2026-01-14T23:59:59' }, none)).toStrictEqual([['#D_WINDOW', 'ESR.D']]);
  });

  it('follows the configured window', () => {
    expect(refused({ ...SALE, D: '2026-01-14T10:15:29' }, { maxDaysOff: 1 })).toStrictEqual([
      ['#D_WINDOW', 'ESR.D'],
    ]);
    expect(accepted({ ...SALE, D: '2025-12-20T00:00:00' }, { maxDaysOff: 30 }).issues).toStrictEqual([]);
    const ahead = { ...SALE, D: '2026-01-22T10:15:30' };
    expect(accepted(ahead, { maxMinutesAhead: 7 * 24 * 60 }).issues).toStrictEqual([]);
    expect(refused(ahead, { maxDaysOff: 6, maxMinutesAhead: 7 * 24 * 60 })).toStrictEqual([
      ['#D_WINDOW', 'ESR.D'],
    ]);
  });
});

describe('payments', () => {
  const sale = (...PayA: Payment[]): Esr => ({ T: '10.00', PosA: [pos('10.00')], PayA });
  const foreign = { PayG: 'foreign', CC: 'USD', FAmt: '11.00' };

  it('may have print lines between them, which count for nothing', () => {
    const line: Payment = { _: 'Lin', Dsc: 'Given', LAmt: '10,00 EUR', Amt: '99.00', PayG: 'foreign' };
    const { esr, warnings } = accepted(sale(pay('4.00'), line, pay('6.00')));
    expect(esr.PayA).toStrictEqual([pay('4.00'), line, pay('6.00')]);
    expect(warnings).toStrictEqual([]);
    expect(refused(sale({ _: 'Lin', Dsc: 'Thanks' }))).toStrictEqual([['#PAYA_MISSING', 'ESR.PayA']]);
  });

  it('in foreign money say which and how much', () => {
    accepted(sale(pay('10.00', foreign)));
    const { CC: _cc, ...withoutCurrency } = foreign;
    const { FAmt: _amount, ...withoutAmount } = foreign;
    expect(refused(sale(pay('10.00', withoutCurrency)))).toStrictEqual([['#PAY_FOREIGN', 'ESR.PayA[0].CC']]);
    expect(refused(sale(pay('10.00', withoutAmount)))).toStrictEqual([['#PAY_FOREIGN', 'ESR.PayA[0].FAmt']]);
    for (const CC of ['usd', 'Dollar', 'XQQ'])
      expect(refused(sale(pay('10.00', { ...foreign, CC })))).toStrictEqual([
        ['#PAY_FOREIGN', 'ESR.PayA[0].CC'],
      ]);
  });

  it.each([
    ['10.00', 'CHF', '-10', 'sign'],
    ['10.00', 'CHF', '0.00', 'is 0.00'],
    ['10.00', 'JPY', '4000.5', '0 decimals'],
    ['10.00', 'USD', '10.001', '2 decimals'],
    ['10.00', 'KWD', '1.0001', '3 decimals'],
  ])('are not worth %s in %s %s', (Amt, CC, FAmt, text) => {
    const problem = { code: '#PAY_FOREIGN', path: 'ESR.PayA[0].FAmt', text: expect.stringContaining(text) };
    const paid = (PayG: string) => sale(pay(Amt, { ...foreign, PayG, CC, FAmt }));
    for (const PayG of ['foreign', 'creditcard']) expect(run(paid(PayG)).issues).toMatchObject([problem]);
    // What stands in a journal can be taken back as it is.
    accepted(paid('foreign'), { inverted: true });
  });

  it('are as fine as their currency, and may be worth no cent', () => {
    const worth = (Amt: string, CC: string, FAmt: string) => pay(Amt, { ...foreign, CC, FAmt });
    accepted(sale(worth('5.00', 'JPY', '4000.0'), worth('5.00', 'KWD', '1.001'), worth('0.00', 'VND', '1')));
  });

  it.each(['change', 'refund', 'CHANGE'])('give %s back with a minus on a sale', (PayG) => {
    accepted(sale(pay('12.00'), pay('-2.00', { PayG })));
    expect(refused(sale(pay('8.00'), pay('2.00', { PayG })))).toStrictEqual([
      ['#PAY_SIGN', 'ESR.PayA[1].Amt'],
    ]);
  });

  it('may be change under the name of cash, with a warning', () => {
    expect(accepted(sale(pay('12.00'), pay('-2.00'))).warnings).toStrictEqual([
      'ESR.PayA[1].Amt: cash is positive on a sale; money given back is change',
    ]);
  });

  it('have the other signs when a sale is taken back', () => {
    const back = [pay('-12.00'), pay('2.00', { PayG: 'change' })];
    for (const more of [{}, { Void: '1' }])
      expect(accepted({ PosA: [pos('-10.00')], PayA: back, ...more }).warnings).toStrictEqual([]);
  });
});

describe('a tax that does not fit its percentage', () => {
  const TaxA = [{ _: 'Tax', TaxG: 'A', Prc: '23', Net: '12.30', TAmt: '0.00', Amt: '12.30' }];
  const fixed = { taxes: { ...CONTEXT.taxes, fixed: true } };

  it('is refused where the law knows the percentages', () => {
    expect(refused({ ...SALE, TaxA }, fixed)).toStrictEqual([['#TAX_RATE', 'ESR.TaxA[0].TAmt']]);
    expect(refused({ ...SALE, TaxA, NFS: 'Training' }, fixed)).toHaveLength(1);
    const impossible = [{ _: 'Tax', TaxG: 'A', Prc: '0', Net: '12.29', TAmt: '0.01', Amt: '12.30' }];
    expect(refused({ ...SALE, TaxA: impossible }, { ...fixed, existing: true })).toHaveLength(1);
  });

  it.each<[string, Esr, Partial<CompleteContext>]>([
    ['elsewhere', SALE, {}],
    ['on a document that exists already', SALE, { ...fixed, existing: true }],
    ['on a void, which repeats its original', { ...SALE, Void: '1' }, fixed],
    ['on nonfiscal records', { ...SALE, NF: 'balance' }, fixed],
  ])('is a Warning %s', (_name, esr, context) => {
    const { warnings } = accepted({ ...esr, TaxA }, context);
    expect(warnings).toStrictEqual([expect.stringContaining('a tax of 0.00 does not fit 23 %')]);
  });
});
