/** Attributes of the profile that Poland shares with others (doc 2). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = ['Fiscal_acceptUnauthorized', 'Fiscal_Timeout'];
