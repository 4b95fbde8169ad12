/** Random values of the machine-readable code, for property tests. */
import fc from 'fast-check';
import { SET_NAMES, TRAINING_MARK, VOID_MARK, type MachineCode, type TaxSets } from '../rksv/machine-code.ts';

/** Texts for Kassen-ID and Belegnummer: whatever a shop may call them. */
export const arbitraryId = (): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.oneof(fc.constantFrom(...'ABCxyz0189-/. '), fc.constantFrom('ä', 'ß', '€', '店', '😀')),
      minLength: 1,
      maxLength: 24,
    })
    .filter((text) => text.length <= 49);

/** Five sums, small and large, of either sign. */
const arbitrarySets = (): fc.Arbitrary<TaxSets> =>
  fc
    .record(
      Object.fromEntries(
        SET_NAMES.map((name) => [
          name,
          fc.oneof(
            fc.constant(0),
            fc.integer({ min: -99_999, max: 99_999 }),
            fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
          ),
        ]),
      ) as Record<keyof TaxSets, fc.Arbitrary<number>>,
      { noNullPrototype: true },
    )
    .map((sets) => ({ ...sets }));

const base64 = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((bytes) => Buffer.from(bytes).toString('base64'));

const time = () =>
  fc
    .integer({ min: Date.UTC(2016, 0), max: Date.UTC(2099, 0) })
    .map((ms) => new Date(ms).toISOString().slice(0, 19));

/** Fields 1 to 12 of any receipt. */
export const arbitraryCode = (): fc.Arbitrary<MachineCode> =>
  fc
    .record(
      {
        issuer: fc.oneof(
          fc.record({
            provider: fc.constantFrom('AT1', 'AT3', 'AT9', 'AT100', 'DE12'),
            certificate: fc.stringMatching(/^[0-9a-fA-F]{1,50}$/),
          }),
          fc.record({
            provider: fc.constant('AT0'),
            certificate: fc.constantFrom(
              'U:ATU12345678-K1',
              'S:12 345/6789-Schlüssel',
              'G:9012345000004-a-b',
            ),
          }),
        ),
        registerId: arbitraryId(),
        receiptNumber: arbitraryId(),
        time: time(),
        sets: arbitrarySets(),
        counter: fc.oneof(fc.constantFrom(TRAINING_MARK, VOID_MARK), base64(5, 8)),
        previous: base64(8, 8),
      },
      { noNullPrototype: true },
    )
    .map(({ issuer, ...code }) => ({ ...code, ...issuer }));
