/** What operations are refused with besides what follows from their fields and permissions, for OpenAPI. */
import type { Operation } from '../api/operation.ts';

type Refusals = NonNullable<Operation['refusals']>;

/** Of whatever is made of the content of records. */
export const needsContent: Refusals = {
  409: 'Records that it needs are sealed by their company, or nothing can be made of them',
};

/** Of whatever keeps a processor busy for long. */
export const isExport: Refusals = {
  503: 'Other exports are being made; `Retry-After` says when to try again',
};

/** Of whatever lays a receipt out. */
export const printsReceipt: Refusals = { 413: 'The receipt is too long to be printed here' };

/** Of whatever compares or keeps a password. */
export const takesPassword: Refusals = {
  429: 'Too many attempts; `Retry-After` says when to try again',
  503: 'Too many sign in at once; `Retry-After` says when to try again',
};
