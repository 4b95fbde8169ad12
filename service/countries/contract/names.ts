/** Names that belong to one country: error constants, fields of the receipt format, attributes of the profile. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import type { CountryFields } from '../../receipt/fields.ts';
import type { CountryAttribute } from './attribute.ts';

/** What a country adds to the lists of the house. */
export interface CountryNames {
  /**
   * Error constants of its own, beginning with its code; see `receipt/error-codes.ts`. What operators
   * read about them is in `resources/locales/register/<cc>`, by constant without `#`.
   */
  codes?: ErrorCodes;
  /** What it adds to the receipt format. */
  fields?: CountryFields;
  /** Attributes of the profile that it has. */
  attributes?: readonly CountryAttribute[];
}
