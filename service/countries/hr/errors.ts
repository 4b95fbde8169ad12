/** What CIS refuses a message for (technical specification, chapter on errors), and what follows from it. */

/** Who can help: time alone, whoever cares for certificates, or for the data of receipts. */
export type Remedy = 'retry' | 'certificate' | 'company' | 'data' | 'program';

/** An error of CIS. Its text for people: `error-texts.ts`. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  s001: 'program',
  s002: 'certificate',
  s003: 'certificate',
  s004: 'certificate',
  s005: 'company',
  s006: 'retry',
  s007: 'data',
  s008: 'data',
  s009: 'data',
  s010: 'data',
  s011: 'data',
  s012: 'data',
  s013: 'data',
};

/** Codes that are known. */
export const CIS_ERRORS: readonly string[] = Object.keys(REMEDIES);

/** What helps against an error. Of an unknown one nothing is known, and it is tried again. */
export function remedyOf(code: string): Remedy {
  return REMEDIES[code] ?? 'retry';
}

/**
 * Whether sending again helps without anybody doing anything. A receipt that was
 * refused has been given to its customer: it is kept, sent again after the cause is
 * mended, and never becomes BAD.
 */
export function helpsItself(codes: readonly string[]): boolean {
  return codes.every((code) => remedyOf(code) === 'retry');
}
