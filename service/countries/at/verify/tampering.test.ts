/** Whatever is changed in a DEP is found, at the receipt itself or at the one behind it. */
import { sign } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Issued } from '../testing/cash-register.ts';
import { newRoot, newUnit, type Unit } from '../testing/certificates.ts';
import { mixedDep } from '../testing/mixed-dep.ts';
import { auditorOf, depFile, each, verified } from '../testing/verification.ts';
import type { DepFinding } from './finding.ts';
import { DepVerifier, type VerifyOptions } from './verifier.ts';
import { runs } from '../../../testing/runs.ts';

let units: Unit[];
let auditor: VerifyOptions;
let issued: Issued[];
beforeAll(() => {
  const root = newRoot();
  units = [newUnit(root, '3a7f01'), newUnit(root, '7b22')];
  auditor = auditorOf(root);
  // The last receipt is signed: nothing follows that would hold one of an outage.
  ({ issued } = mixedDep(40, units, 31));
  expect(issued.some((r) => r.signature === null)).toBe(true);
});

/** A receipt as it may stand in a manipulated DEP. */
type Entry = Pick<Issued, 'jws' | 'certificate' | 'authorities'>;

function errorsOf(entries: readonly Entry[], options = auditor): DepFinding[] {
  const verifier = new DepVerifier(options);
  const findings = entries.flatMap(({ jws, certificate, authorities }) => [
    ...verifier.beginGroup(certificate, authorities),
    ...verifier.receipt(jws),
  ]);
  return [...findings, ...verifier.end()].filter(({ severity }) => severity === 'error');
}

/** The DEP with another JWS at an index, as far as that can be noticed. */
function withJws(index: number, jws: string): Entry[] {
  return issued.slice(0, index + 4).map((receipt, i) => (i === index ? { ...receipt, jws } : receipt));
}

/** True when the errors are those of one receipt: none before it, the first one at it or at the one behind it. */
function expectLocalised(errors: readonly DepFinding[], index: number): void {
  expect(errors.length).toBeGreaterThan(0);
  const [first] = errors;
  expect(first!.receipt).toBeGreaterThanOrEqual(index + 1);
  expect(first!.receipt).toBeLessThanOrEqual(index + 2);
}

const anyIndex = () => fc.nat(issued.length - 1);

it('nothing is found before', () => {
  expect(errorsOf(issued)).toStrictEqual([]);
});

it('every single bit of every receipt is held', () => {
  fc.assert(
    fc.property(anyIndex(), fc.nat(), fc.nat(6), (index, place, bit) => {
      const { jws } = issued[index]!;
      const at = place % jws.length;
      const flipped = String.fromCharCode(jws.charCodeAt(at) ^ (1 << bit));
      const errors = errorsOf(withJws(index, jws.slice(0, at) + flipped + jws.slice(at + 1)));
      expectLocalised(errors, index);
    }),
    { numRuns: runs(100) },
  );
});

it('every field of every receipt is held, and the field is named where it can be', () => {
  const texts: Record<number, fc.Arbitrary<string>> = {
    1: fc.constantFrom('R1-AT2', 'R1-AT0', 'R2-AT1'),
    2: fc.constantFrom('Filiale-Graz/2', ''),
    3: fc.integer({ min: 1, max: 999 }).map(String),
    4: fc.constantFrom('2025-01-01T00:00:00', '2027-01-01T00:00:00', '2025-11-31T00:00:00'),
    10: fc.constantFrom('VFJB', 'U1RP', 'AAAAAAAAAAA=', 'AAAAAAA='),
    11: fc.constantFrom('3a7f02', '7b22', '3a7f01'),
    12: fc.constantFrom('AAAAAAAAAAA=', 'VFJB'),
  };
  const field = fc.integer({ min: 1, max: 12 });
  const text = field.chain((n) =>
    fc.tuple(fc.constant(n), texts[n] ?? fc.integer({ min: 0, max: 99 }).map((euro) => `${euro},77`)),
  );
  fc.assert(
    fc.property(anyIndex(), text, (index, [n, value]) => {
      const receipt = issued[index]!;
      const fields = receipt.payload.split('_');
      fc.pre(fields[n] !== value);
      fields[n] = value;
      const [header, , signature] = receipt.jws.split('.');
      const body = Buffer.from(fields.join('_')).toString('base64url');
      const errors = errorsOf(withJws(index, `${header}.${body}.${signature}`));
      expectLocalised(errors, index);
      const own = errors.filter((e) => e.receipt === index + 1);
      // A receipt of an outage has no signature of its own: what it says beside its turnover is held by the next one.
      if (receipt.signature) {
        expect(own.some(({ check }) => ['signature', 'format', 'certificate'].includes(check))).toBe(true);
      }
      // The first receipt is what the others are held against.
      const named: Record<number, boolean> = { 1: value === 'R2-AT1', 2: index > 0, 11: true, 12: true };
      if (named[n]) expect(own.map((e) => e.field)).toContain(n);
      if (n === 11 && receipt.signature) expect(own).toMatchObject([{ check: 'certificate' }]);
      // The one behind is told by its chain value that the one before is another.
      const behind = errors.filter((e) => e.receipt === index + 2).map((e) => e.check);
      if (index < issued.length - 1) expect(behind).toContain('chain');
    }),
    { numRuns: runs(120) },
  );
});

it('no receipt can be taken out, repeated or moved', () => {
  fc.assert(
    fc.property(anyIndex(), anyIndex(), fc.constantFrom('out', 'again', 'move'), (from, to, change) => {
      const entries = [...issued];
      const [taken] = change === 'again' ? [entries[from]!] : entries.splice(from, 1);
      if (change !== 'out') entries.splice(to, 0, taken!);
      fc.pre(entries.some((entry, i) => entry !== issued[i]));
      // The end of a DEP is held by the receipt that follows it, elsewhere.
      fc.pre(entries.length >= issued.length || from < issued.length - 1);
      const first = entries.findIndex((entry, i) => entry !== issued[i]);
      expectLocalised(errorsOf(entries), first);
    }),
    { numRuns: runs(60) },
  );
});

it('a receipt signed anew by another unit of the same name is found', () => {
  const forger = { ...newUnit(newRoot(), units[0]!.id) };
  fc.assert(
    fc.property(anyIndex(), (index) => {
      const receipt = issued[index]!;
      const input = receipt.jws.slice(0, receipt.jws.lastIndexOf('.'));
      const key = { key: forger.privateKey, dsaEncoding: 'ieee-p1363' } as const;
      const forged = `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
      const errors = errorsOf(withJws(index, forged));
      expect(errors[0]).toMatchObject({ check: 'signature', receipt: index + 1, field: 13 });
      // With the forger's certificate beside it the signature fits, but nobody trusts it.
      const entries = withJws(index, forged);
      entries[index] = { ...entries[index]!, certificate: forger.certificate };
      expect(errorsOf(entries)[0]).toMatchObject({ check: 'certificate', receipt: index + 1 });
    }),
    { numRuns: runs(20) },
  );
});

it('a signature cannot be exchanged for the mark of an outage', () => {
  const signed = issued.flatMap((receipt, i) => (receipt.signature ? [i] : []));
  for (const index of signed.slice(0, -1)) {
    const { jws } = issued[index]!;
    const mark = Buffer.from('Sicherheitseinrichtung ausgefallen').toString('base64url');
    expectLocalised(errorsOf(withJws(index, `${jws.slice(0, jws.lastIndexOf('.'))}.${mark}`)), index);
  }
});

it('the other signature that fits as well (n - s) is found by the chain', () => {
  const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const index = issued.findIndex((receipt) => receipt.signature !== null);
  const { jws, signature } = issued[index]!;
  const s = n - BigInt(`0x${Buffer.from(signature!).toString('hex', 32)}`);
  const twin = Buffer.concat([
    signature!.subarray(0, 32),
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
  ]);
  const errors = errorsOf(
    withJws(index, `${jws.slice(0, jws.lastIndexOf('.'))}.${twin.toString('base64url')}`),
  );
  expect(errors).toMatchObject([{ check: 'chain', receipt: index + 2, field: 12 }]);
});

it('every bit of the file is held', async () => {
  const file = await depFile(issued.slice(0, 8));
  const { findings } = await verified(each([file]), auditor);
  expect(findings).toStrictEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), fc.nat(7), async (at, bit) => {
      const flipped = Buffer.from(file);
      flipped[at]! ^= 1 << bit;
      const result = await verified(each([flipped]), auditor);
      expect(result.findings.some(({ severity }) => severity === 'error')).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});
