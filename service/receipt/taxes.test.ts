import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, minor, sameDecimal } from './money.ts';
import { LETTER_OF_NUMBER, taxLineOf, taxTable, type TaxGroup, type TaxRules } from './taxes.ts';
import type { Position, Tax } from './tra.ts';

const GROUPS: TaxGroup[] = [
  { group: 'A', rate: '23' },
  { group: 'B', rate: '13' },
  { group: 'C', rate: '6' },
  { group: 'Z', rate: '0' },
  { group: 'Y', rate: '0' },
];
const RULES: TaxRules = {
  // A number is a second name, as in Germany.
  byName: (name) => GROUPS.find((g) => g.group === (LETTER_OF_NUMBER.get(name) ?? name)) ?? null,
  byRate: (rate) => GROUPS.find((g) => sameDecimal(g.rate, rate)) ?? null,
};

interface Sale {
  /** Tax group and amount in cents of each position. */
  sold: [string, number][];
  sent?: Partial<Tax>[];
  net?: boolean;
}

function table({ sold, sent, net = false }: Sale) {
  const positions = sold.map(([TaxG]): Position => ({ _: 'Pos', TaxG }));
  const amounts = sold.map(([, amount]) => amount);
  const taxes = sent?.map((tax): Tax => ({ _: 'Tax', ...tax }));
  return taxTable(positions, amounts, taxes, net, RULES, 2);
}

const line = (TaxG: string, Prc: string, Net: string, TAmt: string, Amt: string) => ({
  _: 'Tax',
  TaxG,
  Prc,
  Net,
  TAmt,
  Amt,
});

describe('tax lines that the register computes', () => {
  it('let a position that names a percentage be known again as its group', () => {
    const { taxes } = table({
      sold: [
        ['Y', 100],
        ['A', 500],
        ['0%', 300],
      ],
    });
    expect(taxes.map(({ TaxG, Amt }) => `${TaxG} ${Amt}`)).toEqual(['Z 3.00', 'Y 1.00', 'A 5.00']);
    expect(taxLineOf({ _: 'Pos', TaxG: '0%' }, taxes)?.TaxG).toBe('Z');
    expect(taxLineOf({ _: 'Pos', TaxG: 'Y' }, taxes)?.TaxG).toBe('Y');
  });

  it('come from the groups of the country', () => {
    const { taxes, gross, issues } = table({
      sold: [
        ['A', 1230],
        ['C', 1060],
        ['A', 123],
      ],
    });
    expect(issues).toStrictEqual([]);
    expect(taxes).toStrictEqual([
      line('A', '23', '11.00', '2.53', '13.53'),
      line('C', '6', '10.00', '0.60', '10.60'),
    ]);
    expect(gross).toBe(2413);
  });

  it('take the tax of the sum of a group, not the sum of the taxes', () => {
    // 0.02 at 23 % holds 0.00374: nothing alone, but 0.04 in ten of them.
    const { taxes } = table({ sold: Array.from({ length: 10 }, () => ['A', 2]) });
    expect(taxes).toStrictEqual([line('A', '23', '0.16', '0.04', '0.20')]);
  });

  it('find a percentage among the groups', () => {
    const { taxes } = table({
      sold: [
        ['23%', 1230],
        ['A', 1230],
        ['6.0%', 106],
      ],
    });
    expect(taxes).toStrictEqual([
      line('A', '23', '20.00', '4.60', '24.60'),
      line('C', '6', '1.00', '0.06', '1.06'),
    ]);
  });

  it('let a percentage without group stand for itself', () => {
    expect(table({ sold: [['5.5%', 1055]] }).taxes).toStrictEqual([
      line('5.5%', '5.5', '10.00', '0.55', '10.55'),
    ]);
  });

  it('are one for a percentage without group, however it is written', () => {
    const sold: Sale['sold'] = [
      ['5.50%', 1055],
      ['5.5%', 1055],
    ];
    expect(table({ sold }).taxes).toStrictEqual([line('5.5%', '5.5', '20.00', '1.10', '21.10')]);
  });

  it('use the first of several groups', () => {
    expect(table({ sold: [['C X1', 106]] }).taxes).toStrictEqual([line('C', '6', '1.00', '0.06', '1.06')]);
  });

  it('add the tax to net positions', () => {
    const { taxes, gross } = table({
      sold: [
        ['A', 1000],
        ['C', 1000],
      ],
      net: true,
    });
    expect(taxes).toStrictEqual([
      line('A', '23', '10.00', '2.30', '12.30'),
      line('C', '6', '10.00', '0.60', '10.60'),
    ]);
    expect(gross).toBe(2290);
  });

  it.each(['Q', 'a', '123%', '-5%', '23', 'constructor'])('refuse the unknown group %j', (name) => {
    const { issues } = table({
      sold: [
        ['A', 100],
        [name, 100],
      ],
    });
    expect(issues).toMatchObject([{ code: '#TAX_GROUP', path: 'ESR.PosA[1].TaxG' }]);
  });

  it('negate with the sale', () => {
    const sale = table({
      sold: [
        ['A', 999],
        ['B', 501],
      ],
    }).taxes;
    const refund = table({
      sold: [
        ['A', -999],
        ['B', -501],
      ],
    }).taxes;
    sale.forEach((tax, i) => {
      for (const name of ['Net', 'TAmt', 'Amt'] as const) expect(refund[i]![name]).toBe(`-${tax[name]}`);
    });
  });
});

describe('tax lines that the POS sends', () => {
  const own = { TaxG: 'Books', Prc: '6', Net: '10.00', TAmt: '0.60', Amt: '10.60' };

  it('may have free names', () => {
    const { taxes, gross, issues } = table({ sold: [['Books', 1060]], sent: [own] });
    expect(issues).toStrictEqual([]);
    expect(taxes).toStrictEqual([{ _: 'Tax', ...own }]);
    expect(gross).toBe(1060);
  });

  it('are found by percentage', () => {
    expect(
      table({
        sold: [
          ['6%', 530],
          ['6.00%', 530],
        ],
        sent: [own],
      }).issues,
    ).toStrictEqual([]);
  });

  it('are those of the group that a percentage stands for, where several have it', () => {
    const sold: Sale['sold'] = [
      ['Y', 100],
      ['0%', 230],
    ];
    const { taxes } = table({ sold });
    expect(taxes.map(({ TaxG }) => TaxG)).toStrictEqual(['Z', 'Y']);
    expect(table({ sold, sent: taxes }).issues).toStrictEqual([]);
  });

  it.each([
    [{ Amt: '12.30' }, { Net: '10.00', TAmt: '2.30', Amt: '12.30' }],
    [
      { Amt: '12.30', TAmt: '2.29' },
      { Net: '10.01', TAmt: '2.29', Amt: '12.30' },
    ],
    [
      { Amt: '12.30', Net: '10.01' },
      { Net: '10.01', TAmt: '2.29', Amt: '12.30' },
    ],
    [
      { Net: '10.00', TAmt: '2.30' },
      { Net: '10.00', TAmt: '2.30', Amt: '12.30' },
    ],
  ])('are completed: %j', (sent, expected) => {
    const { taxes, issues } = table({ sold: [['A', 1230]], sent: [{ TaxG: 'A', Prc: '23', ...sent }] });
    expect(issues).toStrictEqual([]);
    expect(taxes[0]).toMatchObject(expected);
  });

  it('keep their own attributes', () => {
    expect(table({ sold: [['Books', 1060]], sent: [{ ...own, Remark: 'x' }] }).taxes[0]).toHaveProperty(
      'Remark',
      'x',
    );
  });

  it('must be right in themselves: Net + TAmt = Amt', () => {
    const { issues } = table({ sold: [['Books', 1060]], sent: [{ ...own, TAmt: '0.61' }] });
    expect(issues).toMatchObject([{ code: '#TAX_AMOUNTS', path: 'ESR.TaxA[0]' }]);
  });

  it('must fit the positions of their group', () => {
    const sent = [own, { TaxG: 'A', Prc: '23', Amt: '12.30' }];
    const { issues } = table({
      sold: [
        ['Books', 1059],
        ['A', 1231],
      ],
      sent,
    });
    expect(issues).toMatchObject([
      { code: '#TAX_POSITIONS', path: 'ESR.TaxA[0].Amt' },
      { code: '#TAX_POSITIONS', path: 'ESR.TaxA[1].Amt' },
    ]);
  });

  it('of one group are added up, so long as their percentage is one', () => {
    const part = (Prc: string, Amt: string) => ({ TaxG: 'A', Prc, Amt });
    const sold: [string, number][] = [['A', 1230]];
    expect(table({ sold, sent: [part('23', '10.00'), part('23.0', '2.30')] }).issues).toStrictEqual([]);
    expect(table({ sold, sent: [part('23', '10.00'), part('23', '2.29')] }).issues).toMatchObject([
      {
        path: 'ESR.TaxA[0].Amt',
        text: expect.stringContaining('add up to 12.30, not 12.29') as string,
      },
    ]);
    const { issues } = table({ sold, sent: [part('23', '10.00'), part('6', '2.30')] });
    expect(issues.map(({ path }) => path)).toStrictEqual(['ESR.TaxA[0].Amt', 'ESR.TaxA[1].Amt']);
  });

  it('are compared by their net amount when positions are net', () => {
    expect(table({ sold: [['Books', 1000]], sent: [own], net: true }).issues).toStrictEqual([]);
    expect(table({ sold: [['Books', 1060]], sent: [own], net: true }).issues).toMatchObject([
      { code: '#TAX_POSITIONS', path: 'ESR.TaxA[0].Net' },
    ]);
  });

  it('must not stand there without positions', () => {
    const sent = [own, { TaxG: 'A', Prc: '23', Amt: '1.23' }];
    expect(table({ sold: [['Books', 1060]], sent }).issues).toMatchObject([{ path: 'ESR.TaxA[1].Amt' }]);
  });

  it('must be there for every group', () => {
    expect(
      table({
        sold: [
          ['Books', 1060],
          ['A', 100],
        ],
        sent: [own],
      }).issues,
    ).toMatchObject([{ code: '#TAX_GROUP', path: 'ESR.PosA[1].TaxG' }]);
  });

  it('must have group, percentage and amount', () => {
    const sent = [
      { Prc: '6', Amt: '10.60' },
      { TaxG: 'A', Amt: '1.00' },
      { TaxG: 'B', Prc: '13' },
    ];
    expect(table({ sold: [['A', 100]], sent }).issues).toMatchObject([
      { code: '#TAX_TAXG_MISSING', path: 'ESR.TaxA[0].TaxG' },
      { code: '#TAX_PRC_MISSING', path: 'ESR.TaxA[1].Prc' },
      { code: '#TAX_AMT_MISSING', path: 'ESR.TaxA[2].Amt' },
    ]);
  });
});

describe('groups that have a number beside their letter', () => {
  const of = (TaxG: string, taxes: readonly Tax[]) => taxLineOf({ _: 'Pos', TaxG }, taxes)?.TaxG;

  it('are one group, whose line positions find by either name', () => {
    const { taxes, issues } = table({
      sold: [
        ['1', 1230],
        ['A', 1230],
        ['3', 530],
      ],
    });
    expect(issues).toStrictEqual([]);
    expect(taxes).toMatchObject([
      { TaxG: 'A', Amt: '24.60' },
      { TaxG: 'C', Amt: '5.30' },
    ]);
    expect(['1', 'A', '1 X', '3', '2', '4'].map((name) => of(name, taxes))).toStrictEqual([
      ...['A', 'A', 'A', 'C', undefined, undefined],
    ]);
  });

  it.each([
    ['1', 'A'],
    ['A', '1'],
    ['23%', '1'],
  ])('positions %j find the line %j that was sent', (name, TaxG) => {
    const { taxes, issues } = table({ sold: [[name, 1230]], sent: [{ TaxG, Prc: '23.00', Amt: '12.30' }] });
    expect(issues).toStrictEqual([]);
    expect(of(name, taxes)).toBe(TaxG);
  });

  it('are none where a line of that name has another percentage', () => {
    const sent = [{ TaxG: '1', Prc: '6', Amt: '10.60' }];
    expect(table({ sold: [['1', 1060]], sent }).issues).toStrictEqual([]);
    expect(table({ sold: [['A', 1060]], sent }).issues).toMatchObject([{ code: '#TAX_GROUP' }]);
  });
});

describe('the tax of a tax line must fit its percentage', () => {
  /** What is said of one line over positions that share its amount. */
  const misfit = (sent: Partial<Tax>, positions = 1, net = false) => {
    const amount = minor(
      net ? sent.Net : (sent.Amt ?? amountText(minor(sent.Net, 2) + minor(sent.TAmt, 2), 2)),
      2,
    );
    const sold = Array.from({ length: positions }, (_, i): [string, number] => [
      'A',
      Math.trunc(amount / positions) + (i === 0 ? amount % positions : 0),
    ]);
    const { issues, misfits } = table({ sold, net, sent: [{ TaxG: 'A', Prc: '23', ...sent }] });
    expect(issues).toStrictEqual([]);
    return misfits.map(({ issue: { code, path, text } }) => {
      expect({ code, path }).toStrictEqual({ code: '#TAX_RATE', path: 'ESR.TaxA[0].TAmt' });
      return text;
    });
  };

  it.each<[string, Partial<Tax>, number?, boolean?]>([
    ['exactly', { Net: '123.00', TAmt: '28.29' }],
    ['a cent more', { Net: '122.99', TAmt: '28.30', Amt: '151.29' }],
    ['a cent less', { Net: '123.01', TAmt: '28.28', Amt: '151.29' }],
    ['a cent for each of three positions', { Net: '123.03', TAmt: '28.26', Amt: '151.29' }, 3],
    ['negative', { Net: '-122.99', TAmt: '-28.30', Amt: '-151.29' }],
    ['on net positions', { Net: '99.99', TAmt: '23.01', Amt: '123.00' }, 1, true],
    ['without TAmt', { Net: '122.99', Amt: '151.29' }],
    ['without Net', { TAmt: '28.30', Amt: '151.29' }],
    ['nothing', { Net: '0.00', TAmt: '0.00' }],
    ['tax alone', { Net: '0.00', TAmt: '23.00' }],
    ['no tax at 0 %', { Prc: '0', Net: '10.00', TAmt: '0.00' }],
    ['the tax of a margin', { MarginScheme: '1', Net: '140.00', TAmt: '10.00' }],
    ['no margin at all', { MarginScheme: '1', Net: '150.00', TAmt: '0.00' }],
    ['the tax of a margin taken back', { MarginScheme: '1', Net: '-140.00', TAmt: '-10.00' }],
  ])('%s', (_name, sent, positions, net) => {
    expect(misfit(sent, positions, net)).toStrictEqual([]);
  });

  it.each<[string, Partial<Tax>, number?, boolean?]>([
    ['none', { Net: '151.29', TAmt: '0.00' }],
    ['two cents', { Net: '123.02', TAmt: '28.27', Amt: '151.29' }],
    ['four cents on three positions', { Net: '123.04', TAmt: '28.25', Amt: '151.29' }, 3],
    ['none without TAmt', { Net: '151.29', Amt: '151.29' }],
    ['none without Net', { TAmt: '0.00', Amt: '151.29' }],
    ['the other sign', { Net: '-151.29', TAmt: '0.00' }],
    ['a cent of nothing', { Net: '-0.01', TAmt: '0.01', Amt: '0.00' }],
    ['a cent of the other sign', { Net: '0.02', TAmt: '-0.01', Amt: '0.01' }],
    ['a cent of no net positions', { Net: '0.00', TAmt: '0.01', Amt: '0.01' }, 1, true],
    ['none on net positions', { Net: '100.00', TAmt: '0.00' }, 1, true],
    ['some at 0 %', { Prc: '0', Net: '10.00', TAmt: '0.01' }],
    ['all of it at 0 %', { Prc: '0', Net: '0.00', TAmt: '1.00' }],
    ['a margin above the price', { MarginScheme: '1', Net: '100.00', TAmt: '50.00' }],
    ['a negative margin', { MarginScheme: '1', Net: '160.00', TAmt: '-10.00' }],
    ['a margin that is not said to be one', { MarginScheme: '0', Net: '140.00', TAmt: '10.00' }],
  ])('not %s', (_name, sent, positions, net) => {
    expect(misfit(sent, positions, net)).toHaveLength(1);
  });

  it('positions without an amount allow for nothing', () => {
    const sold: Sale['sold'] = [
      ['A', 15129],
      ...Array.from({ length: 50 }, (): [string, number] => ['A', 0]),
    ];
    const sent = [{ TaxG: 'A', Prc: '23', Net: '123.10', TAmt: '28.19', Amt: '151.29' }];
    expect(table({ sold, sent }).misfits).toHaveLength(1);
  });

  it('also where there are no positions', () => {
    const sent = [{ TaxG: 'A', Prc: '23', Net: '151.29', TAmt: '0.00' }];
    expect(table({ sold: [], sent }).misfits).toHaveLength(1);
  });
});

describe('any mix of positions', () => {
  const mixes = fc.array(
    fc.tuple(
      fc.constantFrom('A', 'B', 'C', 'Y', 'Z', '0%', '23%', '5.5%', '17.25%'),
      fc.integer({ min: -500_000, max: 500_000 }),
    ),
    { minLength: 1, maxLength: 20 },
  );
  const sums = (taxes: Tax[], name: 'Net' | 'TAmt' | 'Amt') =>
    taxes.reduce((s, t) => s + minor(t[name], 2), 0);

  it('has tax lines in which net and tax make gross, and which add up to the receipt', () => {
    fc.assert(
      fc.property(mixes, fc.boolean(), (sold, net) => {
        const { taxes, gross, issues } = table({ sold, net });
        expect(issues).toStrictEqual([]);
        for (const tax of taxes) expect(minor(tax.Net, 2) + minor(tax.TAmt, 2)).toBe(minor(tax.Amt, 2));
        expect(sums(taxes, net ? 'Net' : 'Amt')).toBe(sold.reduce((s, [, amount]) => s + amount, 0));
        expect(gross).toBe(sums(taxes, 'Amt'));
      }),
    );
  });

  it('is accepted when the computed tax lines come back from the POS', () => {
    fc.assert(
      fc.property(mixes, fc.boolean(), (sold, net) => {
        const computed = table({ sold, net });
        expect(table({ sold, net, sent: computed.taxes })).toStrictEqual(computed);
      }),
    );
  });

  it('is refused when one amount of the tax lines is a cent off', () => {
    fc.assert(
      fc.property(
        mixes,
        fc.boolean(),
        fc.nat(),
        fc.constantFrom('Net', 'TAmt', 'Amt'),
        (sold, net, which, name) => {
          const { taxes } = table({ sold, net });
          const sent = taxes.map((t, i) =>
            i === which % taxes.length ? { ...t, [name]: amountText(minor(t[name], 2) + 1, 2) } : t,
          );
          expect(table({ sold, net, sent }).issues).not.toHaveLength(0);
        },
      ),
    );
  });
});
