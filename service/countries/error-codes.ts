/** Every error constant: those of all countries, then those of single ones. For documentation and tests. */
import { ERROR_CODES, type ErrorCodes } from '../receipt/error-codes.ts';
import { COUNTRIES } from './list.ts';

/** Constants with what there is to know about them. */
export const ALL_CODES: ErrorCodes = Object.fromEntries(
  [ERROR_CODES, ...COUNTRIES.map(({ codes = {} }) => codes)].flatMap((codes) => Object.entries(codes)),
);
