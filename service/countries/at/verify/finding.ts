/** What the verification of a DEP finds wrong. Findings are data: English texts, and where. */

/** What was checked when it was found. */
export type Check =
  /** The JSON around the receipts. */
  | 'file'
  /** Form of the JWS and of the fields. */
  | 'format'
  /** Certificate of the group, its issuers, and its number in the receipt. */
  | 'certificate'
  | 'signature'
  | 'chain'
  /** Turnover counter. */
  | 'counter'
  /** Start receipt first, collective receipt behind an outage, monthly and annual receipts. */
  | 'order'
  /** Times do not go back. */
  | 'time'
  /** Receipt numbers are used once. */
  | 'number'
  /** One Kassen-ID, and either an open or a closed system. */
  | 'register';

/** Something that is wrong with a receipt or a file. */
export interface Problem {
  /** A warning is no reason to doubt the data: the official tool passes it. */
  severity: 'error' | 'warning';
  check: Check;
  /** Field of the machine-readable code, 1 to 13; null when it is about more. */
  field: number | null;
  text: string;
}

/** A problem with its place. */
export interface DepFinding extends Problem {
  /** Position of the receipt in the DEP, from 1; 0 for the file as a whole. */
  receipt: number;
  /** Belegnummer, when it could be read. */
  number: string | null;
}

/** Makes an error. */
export function error(check: Check, field: number | null, text: string): Problem {
  return { severity: 'error', check, field, text };
}

/** Makes a warning. */
export function warning(check: Check, field: number | null, text: string): Problem {
  return { severity: 'warning', check, field, text };
}
