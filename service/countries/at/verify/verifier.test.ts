/** Each rule of the verification: kept, nothing is found; broken, exactly that is found, at its place. */
import { describe, expect, it } from 'vitest';
import { AES_KEY, CashRegister, type Issued } from '../testing/cash-register.ts';
import { newCompanyKey } from '../testing/certificates.ts';
import { mixedDep } from '../testing/mixed-dep.ts';
import { altered, auditor, card, found, other, SALE, sold, type Step } from '../testing/shop.ts';
import { verifiedReceipts } from '../testing/verification.ts';
import { DepVerifier } from './verifier.ts';

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
    const torn = [...part.slice(0, 10), ...part.slice(11)];
    expect(await found(torn, { ...auditor, partial: true })).toContain('error chain @11 f12');
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

  it('is found wrong where the Kassen-ID was altered, and nowhere else', async () => {
    const receipts = sold([{}, SALE, SALE, { ...SALE, kind: 'void' }, SALE]);
    receipts[2] = altered(receipts[2]!, 2, 'KASSE-2');
    expect(await found(receipts)).toStrictEqual([
      'error register @3 f2',
      'error signature @3 f13',
      'error counter @3 f10',
      'error chain @4 f12',
    ]);
  });

  it.each([5, 8] as const)('may be below zero, in %d bytes', async (bytes) => {
    const back: Step = { sets: { special: -123_456_789 } };
    const receipts = sold([{}, back, { ...back, kind: 'void' }, SALE, back], bytes);
    const { findings, summary } = await verifiedReceipts(receipts, auditor);
    expect(findings).toStrictEqual([]);
    expect(summary.counter).toBe(-370_369_217n);
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

it('base64 has one text for the same bytes, in the last receipt as well', async () => {
  const [start, sale] = sold([{}, SALE, SALE], 8).slice(0, 2) as [Issued, Issued];
  const twinOf = (text: string, at: number) => {
    const twins = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return text.slice(0, at) + twins[twins.indexOf(text[at]!) ^ 1]! + text.slice(at + 1);
  };
  // The last bit of the signature text means nothing.
  const signature = { ...sale, jws: twinOf(sale.jws, sale.jws.length - 1) };
  expect(Buffer.from(signature.jws.split('.')[2]!, 'base64url')).toStrictEqual(sale.signature);
  expect(await found([start, signature])).toStrictEqual(['error format @2 f13']);
  const previous = sale.payload.split('_')[12]!;
  const chained = altered(sale, 12, twinOf(previous, 10));
  expect(await found([start, chained])).toStrictEqual(['error format @2 f12', 'error signature @2 f13']);
  const counter = Buffer.alloc(7).toString('base64');
  expect(await found([start, altered(sale, 10, twinOf(counter, 9))])).toStrictEqual([
    'error format @2 f10',
    'error signature @2 f13',
  ]);
});

it('an empty DEP is no DEP', async () => {
  expect(await found([])).toStrictEqual(['error file @0']);
});
