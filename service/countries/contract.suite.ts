/**
 * The tests that every country has to pass, whatever its law says: numbers, tax groups, crashes,
 * failing authorities and devices, restored registers, tampering, hostile texts.
 */
import { describe } from 'vitest';
import type { CountryExample } from './testing/example.ts';
import { failureRows } from './testing/failure-rows.ts';
import { hostileRows } from './testing/hostile-rows.ts';
import { numberRows } from './testing/number-rows.ts';
import { otherSideRows } from './testing/other-side-rows.ts';
import { restoredRows } from './testing/restored-rows.ts';
import { tamperingRows } from './testing/tampering-rows.ts';
import { taxGroupRows } from './testing/tax-group-rows.ts';

/** Registers the tests of one country. */
export function contractSuite(example: CountryExample): void {
  describe(example.name, () => {
    numberRows(example);
    taxGroupRows(example);
    failureRows(example);
    otherSideRows(example);
    restoredRows(example);
    tamperingRows(example);
    hostileRows(example);
  });
}
