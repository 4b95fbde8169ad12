import { beforeAll, describe, expect, it } from 'vitest';
import { CashRegister } from '../testing/cash-register.ts';
import { newCompanyKey, newRoot, newUnit, type Unit } from '../testing/certificates.ts';
import { writeDep, type DepReceipt } from './dep.ts';

let cards: [Unit, Unit];
beforeAll(() => {
  const root = newRoot();
  cards = [newUnit(root, '3a7f01'), newUnit(root, '7c')];
});

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function written(receipts: Iterable<DepReceipt>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeDep(each(receipts))) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function sold(units: readonly Unit[]): DepReceipt[] {
  const register = new CashRegister('KASSE-1');
  units.forEach((unit, i) => register.issue({ number: `${i}`, time: `2026-01-01T08:00:0${i}`, unit }));
  return register.issued;
}

describe('the DEP', () => {
  it('is empty without receipts', async () => {
    expect(await written([])).toStrictEqual({ 'Belege-Gruppe': [] });
  });

  it('has a group for each certificate, in the order of the chain', async () => {
    const [a, b] = cards;
    const receipts = sold([a, a, b, a]);
    const group = (unit: Unit, ...numbers: number[]) => ({
      Signaturzertifikat: unit.certificate,
      Zertifizierungsstellen: [...unit.authorities],
      'Belege-kompakt': numbers.map((n) => receipts[n]!.jws),
    });
    expect(await written(receipts)).toStrictEqual({
      'Belege-Gruppe': [group(a, 0, 1), group(b, 2), group(a, 3)],
    });
  });

  it('goes by what the certificates are, not by which object says it', async () => {
    const receipts = sold([cards[0], cards[0]]).map((r) => ({ ...r, authorities: [...r.authorities] }));
    expect(await written(receipts)).toHaveProperty(['Belege-Gruppe', 'length'], 1);
    const longer = { ...receipts[1]!, authorities: [...receipts[1]!.authorities, cards[1].certificate] };
    expect(await written([receipts[0]!, longer])).toHaveProperty(['Belege-Gruppe', 'length'], 2);
  });

  it('has no certificate in a closed system', async () => {
    const receipts = sold([newCompanyKey('U:ATU12345678-K1')]);
    expect(await written(receipts)).toStrictEqual({
      'Belege-Gruppe': [
        { Signaturzertifikat: '', Zertifizierungsstellen: [], 'Belege-kompakt': [receipts[0]!.jws] },
      ],
    });
  });

  it('is written while it is read', async () => {
    const [receipt] = sold([cards[0]]);
    let read = 0;
    function* many() {
      for (; read < 100_000; read++) yield receipt!;
    }
    let largest = 0;
    let total = 0;
    for await (const chunk of writeDep(each(many()))) {
      largest = Math.max(largest, chunk.length);
      total += chunk.length;
      // Not more is read ahead than fits one chunk.
      expect(total).toBeGreaterThan(read * receipt!.jws.length);
    }
    expect(read).toBe(100_000);
    expect(largest).toBeLessThan(80_000);
  });

  it.each([
    { jws: 'a.b' },
    { jws: 'a.b.c"' },
    { jws: '' },
    { certificate: '-----BEGIN CERTIFICATE-----' },
    { authorities: ['x"'] },
  ])('is not written with %j', async (part) => {
    const [receipt] = sold([cards[0]]);
    await expect(written([receipt!, { ...receipt!, ...part }])).rejects.toThrow(RangeError);
  });
});
