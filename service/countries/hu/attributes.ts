/** Attributes of the profile that Hungary has (doc 2). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** The names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = ['Fiscal_Timeout'];
