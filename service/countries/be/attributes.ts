/** Attributes of the profile that Belgium has in common with other countries. */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Their names. */
export const ATTRIBUTES: readonly CountryAttribute[] = ['Fiscal_Timeout'];
