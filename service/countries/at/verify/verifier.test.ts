/** Each rule of the verification: kept, nothing is found; broken, exactly that is found, at its place. */
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { AES_KEY, CashRegister, type Issued, type Order } from '../testing/cash-register.ts';
import { newCompanyKey, newRoot, newUnit, type Root, type Unit } from '../testing/certificates.ts';
import { mixedDep } from '../testing/mixed-dep.ts';
import { auditorOf, verifiedReceipts } from '../testing/verification.ts';
import { DepVerifier, type VerifyOptions } from './verifier.ts';

let root: Root;
let card: Unit;
let other: Unit;
let auditor: VerifyOptions;
beforeAll(() => {
  root = newRoot();
  card = newUnit(root, '3a7f01');
  other = newUnit(root, 'ff00ff00ff00ff00ff', 'AT3');
  auditor = auditorOf(root);
});

type Step = Partial<Order>;
const SALE: Step = { sets: { normal: 1200, zero: -50 } };

/** Sells, a minute each from 2 January 2026 on. */
function sold(steps: Step[], bytes: 5 | 8 = 8, unit = card): Issued[] {
  const register = new CashRegister('KASSE-1', bytes);
  steps.forEach((step, i) => {
    const time = new Date(Date.UTC(2026, 0, 2, 8, i)).toISOString().slice(0, 19);
    register.issue({ number: `R-${i + 1}`, time, unit, ...step });
  });
  return register.issued;
}

/** `error chain @2 f12`, with the numbers of receipt and field. */
async function found(receipts: Issued[], options = auditor): Promise<string[]> {
  const { findings } = await verifiedReceipts(receipts, options);
  return findings.map(
    (f) => `${f.severity} ${f.check} @${f.receipt}${f.field === null ? '' : ` f${f.field}`}`,
  );
}

/** A receipt with other fields and the same signature. */
function altered(receipt: Issued, field: number, text: string): Issued {
  const fields = receipt.payload.split('_');
  fields[field] = text;
  const [header, , signature] = receipt.jws.split('.');
  const payload = Buffer.from(fields.join('_')).toString('base64url');
  return { ...receipt, jws: `${header}.${payload}.${signature}` };
}

describe('a register without fault', () => {
  it('has nothing to find in thousands of receipts over two certificates with outages', async () => {
    const register = mixedDep(3000, [card, other]);
    const { findings, summary } = await verifiedReceipts(register.issued, auditor);
    expect(findings).toStrictEqual([]);
    const { issued } = register;
    const count = (is: (receipt: Issued) => boolean) => issued.filter(is).length;
    expect(summary).toStrictEqual({
      registerId: 'Filiale-Graz/1',
      receipts: issued.length,
      signatures: count((r) => r.signature !== null),
      outages: count((r) => r.signature === null),
      training: count((r) => r.code.counter === 'VFJB'),
      voids: count((r) => r.code.counter === 'U1RP'),
      zeros: count((r) => r.code.counter.length > 4 && Object.values(r.code.sets).every((sum) => sum === 0)),
      counter: register.counter,
    });
    // The life was a full one.
    expect(summary.outages).toBeGreaterThan(100);
    expect(
      count((r, i = issued.indexOf(r)) => i > 0 && issued[i - 1]!.certificate !== r.certificate),
    ).toBeGreaterThan(50);
    expect(issued.at(-1)!.code.time.slice(0, 4)).toBe('2026');
  });

  it.each([1, 2, 3, 4])('has nothing to find with seed %d and a counter of five bytes', async (seed) => {
    expect(await found(mixedDep(150, [card, other], seed * 1000, 5).issued)).toStrictEqual([]);
  });

  it('may write serial numbers in capitals and with zeros before them', async () => {
    const capitals = { ...other, id: 'FF00FF00FF00FF00FF' };
    const zeros = { ...card, id: '003A7f01' };
    expect(await found(sold([{ unit: capitals }, { ...SALE, unit: zeros }]))).toStrictEqual([]);
  });

  it('may have a closed system with the public keys of the company', async () => {
    const key = newCompanyKey('U:ATU12345678-K1');
    const receipts = sold([{}, SALE], 8, key);
    const publicKeys = new Map([[key.id, key.publicKey]]);
    expect(await found(receipts, { aesKey: AES_KEY, publicKeys })).toStrictEqual([]);
    expect(await found(receipts, { aesKey: AES_KEY })).toStrictEqual([
      'error certificate @1 f11',
      'error certificate @2 f11',
    ]);
    publicKeys.set(key.id, newCompanyKey('').publicKey);
    expect(await found(receipts, { publicKeys })).toStrictEqual([
      'error signature @1 f13',
      'error signature @2 f13',
    ]);
  });

  it('may have one group without a certificate for several units', async () => {
    const receipts = sold([{}, { ...SALE, unit: other }]).map((r) => ({
      ...r,
      certificate: '',
      authorities: [],
    }));
    const publicKeys = new Map([
      ['003A7F01', card.publicKey],
      [other.id, other.publicKey],
    ]);
    expect(await found(receipts, { publicKeys })).toStrictEqual([]);
  });

  it('may end during an outage', async () => {
    expect(await found(sold([{}, { ...SALE, outage: true }]))).toStrictEqual([]);
  });

  it('may be seen in parts', async () => {
    const { issued } = mixedDep(60, [card]);
    const part = issued.slice(20);
    expect(await found(part, { ...auditor, partial: true })).toStrictEqual([]);
    const whole = await found(part);
    expect(whole).toContain('error chain @1 f12');
  });
});

describe('the start receipt', () => {
  it.each<[string, Step[], string[]]>([
    ['is a zero receipt', [SALE, SALE], ['error order @1']],
    ['is no training', [{ kind: 'training' }, SALE], ['error order @1']],
    ['is no void', [{ kind: 'void' }, SALE], ['error order @1']],
    ['is signed', [{ outage: true }, {}, SALE], ['error order @1 f13']],
  ])('%s', async (_, steps, expected) => expect(await found(sold(steps))).toStrictEqual(expected));

  it('begins the chain and the counter', async () => {
    const receipts = sold([{}, SALE, {}, SALE]);
    expect(await found(receipts.slice(1))).toStrictEqual(['error order @1', 'error chain @1 f12']);
    expect(await found(receipts.slice(2))).toStrictEqual(['error chain @1 f12', 'error counter @1 f10']);
  });
});

describe('an outage', () => {
  const OUT: Step = { ...SALE, outage: true };
  it.each<[string, Step[], string[]]>([
    ['ends with the collective receipt', [{}, OUT, OUT, {}, SALE], []],
    ['ends with the collective receipt behind one sale', [{}, OUT, SALE, {}, SALE], []],
    ['may begin again at once', [{}, OUT, {}, OUT, {}], []],
    ['waits for its collective receipt', [{}, OUT, SALE], ['warning order @3']],
    ['needs its collective receipt', [{}, OUT, SALE, SALE, {}], ['error order @4']],
    ['needs it once', [{}, OUT, SALE, SALE, SALE, SALE], ['error order @4']],
    ['needs a signed one', [{}, OUT, { outage: true }, SALE, SALE], ['error order @5']],
    ['needs it before the next outage', [{}, OUT, SALE, OUT, {}], ['error order @4']],
    [
      'is not ended by training',
      [{}, OUT, { kind: 'training' }, { kind: 'training' }, {}],
      ['error order @4'],
    ],
    ['is not ended by a void', [{}, OUT, { kind: 'void' }, { kind: 'void' }], ['error order @4']],
  ])('%s', async (_, steps, expected) => expect(await found(sold(steps))).toStrictEqual(expected));
});

describe('the end of a month', () => {
  const at = (time: string, step: Step = {}): Step => ({ ...step, time: `2026-${time}` });
  const START = at('01-02T08:00:00');
  it.each<[string, Step[], string[]]>([
    [
      'has a zero receipt',
      [START, at('01-30T08:00:00', SALE), at('01-31T23:00:00'), at('02-01T08:00:00', SALE)],
      [],
    ],
    [
      'has it later',
      [START, at('01-30T08:00:00', SALE), at('02-10T08:00:00'), at('02-10T08:00:00', SALE)],
      [],
    ],
    [
      'has it behind training',
      [
        START,
        at('01-30T08:00:00', SALE),
        at('01-31T08:00:00'),
        at('01-31T09:00:00', { ...SALE, kind: 'training' }),
        at('02-01T08:00:00', SALE),
      ],
      [],
    ],
    [
      'may have it marked',
      [
        START,
        at('01-30T08:00:00', SALE),
        at('01-31T08:00:00', { outage: true }),
        at('02-01T08:00:00', { ...SALE, outage: true }),
        at('02-01T09:00:00'),
      ],
      [],
    ],
    [
      'does not have it twice',
      [START, at('01-30T08:00:00', SALE), at('01-31T08:00:00'), at('03-01T08:00:00', SALE)],
      [],
    ],
    [
      'has it behind the last sale',
      [
        START,
        at('01-30T08:00:00', SALE),
        at('01-30T09:00:00'),
        at('01-30T10:00:00', SALE),
        at('02-01T08:00:00', SALE),
      ],
      ['warning order @5'],
    ],
    [
      'has it behind the last void',
      [
        START,
        at('01-30T09:00:00'),
        at('01-30T10:00:00', { ...SALE, kind: 'void' }),
        at('02-01T08:00:00', SALE),
        at('02-02T08:00:00', SALE),
      ],
      ['warning order @4'],
    ],
  ])('%s', async (_, steps, expected) => expect(await found(sold(steps))).toStrictEqual(expected));

  it('is the end of a year when it is December: signed', async () => {
    const year = (zero: Step) =>
      sold([
        { time: '2025-12-01T08:00:00' },
        { ...SALE, time: '2025-12-30T08:00:00' },
        { time: '2025-12-31T08:00:00', ...zero },
        { ...SALE, time: '2026-01-01T08:00:00', ...zero },
        { time: '2026-01-01T08:00:00' },
      ]);
    expect(await found(year({}))).toStrictEqual([]);
    expect(await found(year({ outage: true }))).toStrictEqual(['warning order @4']);
  });
});

describe('time', () => {
  const times = (...list: string[]) => sold(list.map((time) => ({ time })));
  it('does not go back', async () => {
    expect(await found(times('2026-01-02T08:00:00', '2026-01-02T08:00:00'))).toStrictEqual([]);
    expect(
      await found(times('2026-01-02T08:00:01', '2026-01-02T08:00:00', '2026-01-02T08:00:00')),
    ).toStrictEqual(['error time @2 f4']);
  });

  it('goes back when summer time ends, and only then', async () => {
    expect(await found(times('2026-10-25T02:59:00', '2026-10-25T02:01:00'))).toStrictEqual([
      'warning time @2 f4',
    ]);
    for (const [a, b] of [
      ['2026-10-25T03:00:00', '2026-10-25T02:01:00'],
      ['2026-10-18T02:59:00', '2026-10-18T02:01:00'],
      ['2026-10-26T02:59:00', '2026-10-26T02:01:00'],
      ['2026-03-29T02:59:00', '2026-03-29T02:01:00'],
    ] as const) {
      expect(await found(times(a, b))).toStrictEqual(['error time @2 f4']);
    }
  });
});

describe('identity', () => {
  it('is one Kassen-ID', async () => {
    const [a, b] = [sold([{}, SALE]), new CashRegister('KASSE-2')];
    b.issue({ number: 'R-9', time: '2026-01-03T08:00:00', unit: card });
    const findings = await found([...a, ...b.issued]);
    expect(findings).toContain('error register @3 f2');
    expect(findings).toContain('error chain @3 f12');
  });

  it('is a number for each receipt', async () => {
    expect(await found(sold([{}, SALE, { number: 'R-2' }, { ...SALE, number: 'R-1' }]))).toStrictEqual([
      'error number @3 f3',
      'error number @4 f3',
    ]);
  });

  it('is either an open or a closed system', async () => {
    const key = newCompanyKey('U:ATU12345678-K1');
    const publicKeys = new Map([[key.id, key.publicKey]]);
    expect(await found(sold([{}, { ...SALE, unit: key }, SALE]), { ...auditor, publicKeys })).toStrictEqual([
      'error register @2 f1',
    ]);
  });
});

describe('the turnover counter', () => {
  it('is what the receipts make', async () => {
    const receipts = sold([{}, SALE, { ...SALE, kind: 'training' }, { ...SALE, kind: 'void' }, SALE]);
    expect(await found(receipts)).toStrictEqual([]);
    // Another amount: its own counter and signature do not fit, and the next receipt is not chained to it.
    const more = altered(receipts[1]!, 5, '99,00');
    expect(await found([receipts[0]!, more, ...receipts.slice(2)])).toStrictEqual([
      'error signature @2 f13',
      'error counter @2 f10',
      'error chain @3 f12',
    ]);
  });

  it('is found wrong once, not in all receipts that follow', async () => {
    const register = new CashRegister('KASSE-1');
    const order = (n: number) => ({ number: `${n}`, time: `2026-01-02T08:00:0${n}`, unit: card, ...SALE });
    register.issue({ ...order(0), sets: {} });
    register.issue(order(1));
    register.counter += 1n;
    register.issue(order(2));
    register.issue(order(3));
    expect(await found(register.issued)).toStrictEqual(['error counter @3 f10']);
    const { findings } = await verifiedReceipts(register.issued, auditor);
    expect(findings[0]).toMatchObject({
      number: '2',
      text: expect.stringContaining('2301 cents, and should be 2300'),
    });
  });

  it('keeps its size', async () => {
    const register = new CashRegister('KASSE-1');
    register.issue({ number: '1', time: '2026-01-02T08:00:00', unit: card });
    Object.assign(register, { bytes: 5 });
    register.issue({ number: '2', time: '2026-01-02T08:00:00', unit: card });
    expect(await found(register.issued)).toStrictEqual(['warning counter @2 f10']);
  });

  it('is not checked without its key, and wrong with another one', async () => {
    const receipts = sold([{}, SALE]);
    expect(await found(receipts, { trusted: auditor.trusted! })).toStrictEqual([]);
    expect(await found(receipts, { ...auditor, aesKey: Buffer.alloc(32) })).toStrictEqual([
      'error counter @1 f10',
      'error counter @2 f10',
    ]);
  });
});

describe('certificates', () => {
  it('lead to a trusted provider', async () => {
    const receipts = sold([{}, SALE]);
    const stranger = auditorOf(newRoot('Fremd'));
    expect(await found(receipts, stranger)).toStrictEqual(['error certificate @1']);
    // The same name, another key.
    expect(await found(receipts, auditorOf(newRoot(root.name)))).toStrictEqual(['error certificate @1']);
    expect(await found(receipts, { aesKey: AES_KEY })).toStrictEqual([]);
    const itself = new X509Certificate(Buffer.from(card.certificate, 'base64'));
    expect(await found(receipts, { trusted: [itself] })).toStrictEqual([]);
  });

  it('are issued by those that stand beside them', async () => {
    const alien = newRoot('Fremd');
    const receipts = sold([{}]).map((r) => ({ ...r, authorities: [alien.certificate] }));
    expect(await found(receipts, {})).toStrictEqual(['error certificate @1']);
    // The trusted one has issued it, but the other one stands there alone with itself.
    expect(await found(receipts)).toStrictEqual([]);
    const orphan = newUnit(alien, '77').certificate;
    expect(await found(receipts.map((r) => ({ ...r, authorities: [orphan] })))).toStrictEqual([
      'error certificate @1',
    ]);
  });

  it('are DER in base64', async () => {
    const [receipt] = sold([{}]);
    const pem = Buffer.from(new X509Certificate(Buffer.from(card.certificate, 'base64')).toString()).toString(
      'base64',
    );
    const longer = Buffer.concat([Buffer.from(card.certificate, 'base64'), Buffer.of(0)]).toString('base64');
    for (const certificate of [pem, longer, 'AAAA', card.certificate.slice(4)]) {
      expect(await found([{ ...receipt!, certificate }])).toStrictEqual([
        'error certificate @1',
        'error certificate @1 f11',
      ]);
    }
  });

  it('have the number that stands in the receipts', async () => {
    const receipts = sold([{}, SALE]).map((r) => ({ ...r, certificate: other.certificate }));
    expect(await found(receipts)).toStrictEqual(['error certificate @1 f11', 'error certificate @2 f11']);
    const decimal = sold([{ unit: { ...card, id: String(0x3a7f01) } }]);
    const { findings } = await verifiedReceipts(decimal, auditor);
    expect(findings).toMatchObject([{ check: 'certificate', text: expect.stringContaining('decimal') }]);
  });

  it('are checked during an outage too', async () => {
    const receipts = sold([{}, { ...SALE, outage: true, unit: { ...card, id: '3a7f02' } }]);
    expect(await found(receipts)).toStrictEqual(['error certificate @2 f11']);
  });

  it('have keys of P-256', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    expect(await found(sold([{}]), { publicKeys: new Map([[card.id, publicKey]]) })).toStrictEqual([
      'error signature @1 f13',
    ]);
  });
});

describe('receipts that cannot be read', () => {
  it.each([
    ['', [null]],
    ['a.b.c', [null, 13, null]],
    ['x'.repeat(20_000), [null]],
  ])('are found, and what follows is checked: %#', (jws, fields) => {
    const receipts = sold([{}, SALE, SALE, SALE]);
    const verifier = new DepVerifier(auditor);
    verifier.beginGroup(card.certificate, card.authorities);
    const all = receipts.map((receipt, i) => verifier.receipt(i === 1 ? jws : receipt.jws));
    expect(all[0]).toStrictEqual([]);
    expect(all[1]!.map(({ check, field }) => [check, field])).toStrictEqual(
      fields.map((field) => ['format', field]),
    );
    expect(all[2]).toMatchObject([{ check: 'chain', receipt: 3, number: 'R-3' }]);
    expect(all[3]).toStrictEqual([]);
    expect(verifier.summary().counter).toBe(3450n);
  });

  it.each([
    [1, 'RK1-AT1'],
    [4, '2026-02-30T08:00:00'],
    [5, '12.00'],
    [7, '1.234,00'],
    [9, ''],
    [10, Buffer.alloc(16).toString('base64')],
    [11, '0x3a7f01'],
    [12, 'VFJB'],
    [12, 'cg8hNU5ihto'],
  ])('field %d of the form %j is named', async (field, text) => {
    const [start, sale] = sold([{}, SALE]);
    const { findings } = await verifiedReceipts([start!, altered(sale!, field, text)], auditor);
    expect(findings[0]).toMatchObject({ check: 'format', receipt: 2, number: 'R-2', field });
  });
});

it('an empty DEP is no DEP', async () => {
  expect(await found([])).toStrictEqual(['error file @0']);
});
