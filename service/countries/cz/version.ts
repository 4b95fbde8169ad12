/** Which records of sales the law wants: EET 1 (interface version 3), EET 2.0 (version 4), or none. */
import type { ProfileAttributes } from '../contract/services.ts';

/** Version of the authority's interface. */
export type EetVersion = 3 | 4;

/** EET 1 was abolished with this day (zákon č. 458/2022 Sb.). */
const END_OF_3 = '2023-01-01';
/** First day of EET 2.0, by the bill. */
export const BEGIN_OF_4 = '2027-01-01';

/**
 * The version that a receipt of a day (`YYYY-MM-DD`) is recorded by; null for none.
 * `CZ_EET` says `date`, `3`, `4` or `off`, as it is without.
 */
export function eetVersion(attributes: ProfileAttributes, day: string): EetVersion | null {
  switch ((attributes.text('CZ_EET') ?? 'off').toLowerCase()) {
    case '3':
      return 3;
    case '4':
      return 4;
    case 'date':
      return day < END_OF_3 ? 3 : day < BEGIN_OF_4 ? null : 4;
    default:
      return null;
  }
}
