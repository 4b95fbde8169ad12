/** What the answer carries of a recorded receipt (`Fis`), all of which must be printed. */
import type { Fis } from '../../receipt/tra.ts';
import { tag } from '../base/online/tags.ts';
import type { CountryServices } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';
import { bkpOf } from './pkp.ts';
import type { CzReceipt } from './receipt-data.ts';

/** On receipts that were recorded in the test system: their codes look real. */
export const TEST_TEXT = 'TESTOVACÍ ÚČTENKA, NEPLATNÁ';

/** Name of the authority's code, by version. */
export const CODE_NAMES = { 3: 'FIK', 4: 'POK' } as const;

/**
 * Codes of a receipt, and what they were made of.
 * @param code FIK or POK; null as long as there is none: it is printed without, in version 3 with its PKP
 */
export function fiscalData(
  receipt: CzReceipt,
  code: { code: string; warnings: readonly string[] } | null,
  isTest: boolean,
  { attributes }: Pick<CountryServices, 'attributes'>,
): Fis {
  const { version, unit, till, pkp, principal, simplified } = receipt;
  const isFirst = version === 3;
  return {
    ...(isFirst && attributes().flag('Fis_Code') && { Code: pkp }),
    Tag: [
      tag(isFirst ? 'Provozovna' : 'Evidenční jednotka', isFirst ? 'id_provoz' : 'id_jednotky', unit),
      tag('Pokladní zařízení', 'id_pokl', till),
      ...(principal === null ? [] : [tag('DIČ pověřujícího poplatníka', 'dic_poverujiciho', principal)]),
      ...(isFirst ? [tag('Režim', 'Rezim', simplified ? 'zjednodušený režim' : 'běžný režim')] : []),
      ...(code === null ? [] : [tag(CODE_NAMES[version], CODE_NAMES[version], code.code)]),
      ...(isFirst ? [tag('BKP', 'BKP', bkpOf(pkp))] : []),
      ...(isFirst && code === null ? [tag('PKP', 'PKP', pkp)] : []),
      ...(isTest ? [tag('', 'Test', TEST_TEXT)] : []),
    ],
    ...{ CZ_EET: String(version), CZ_Unit: unit },
    ...(isFirst && { CZ_PKP: pkp }),
    ...(isFirst && simplified && { CZ_Rezim: '1' }),
    ...(code && code.warnings.length > 0 && { CZ_Warnings: [...code.warnings] }),
    ...ENVIRONMENT.mark(isTest),
  };
}
