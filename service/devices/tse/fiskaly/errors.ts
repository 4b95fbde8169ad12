/** What the service's refusals mean. */
import type { TseFailure, TseTrouble } from '../contract.ts';
import { objectOf, shownText } from '../../ports/answer.ts';

/** A refusal. */
export interface Refusal {
  status: number;
  /** `E_TSS_DISABLED`; empty where it gives none. */
  code: string;
  failure: TseFailure;
  /** It says so before it does anything. */
  isSure: boolean;
}

const TROUBLES: Readonly<Record<string, TseTrouble>> = {
  E_UNAUTHORIZED: 'unauthorised',
  E_ACCESS_DENIED: 'unauthorised',
  E_ADMIN_LOGIN_FAILED: 'wrong-pin',
  E_CHANGE_ADMIN_PIN_FAILED: 'wrong-puk',
  E_ADMIN_PIN_BLOCKED: 'blocked-pin',
  E_TSS_NOT_INITIALIZED: 'not-initialised',
  E_TSS_DISABLED: 'disabled',
  E_TSS_DEFECTIVE: 'defective',
  E_TSS_DELETED: 'defective',
  E_TSS_EVICTED: 'defective',
  E_TSS_NOT_FOUND: 'not-initialised',
  E_TSS_LOCKED: 'busy',
  E_TSS_CONFLICT: 'busy',
  E_PENDING_TX_CONFLICT: 'busy',
  E_CLIENT_NOT_FOUND: 'client-unknown',
  E_CLIENT_DEREGISTERED: 'client-unknown',
  E_CLIENT_LIMIT_REACHED: 'client-limit',
  E_TX_LIMIT_REACHED: 'transaction-limit',
  E_TX_NOT_FOUND: 'transaction-unknown',
  E_TX_REVISION_NOT_FOUND: 'transaction-unknown',
  E_TOO_MANY_EXPORTS: 'export-running',
  E_EXPORT_DUPLICATE_RATE_LIMITED: 'export-running',
  E_EXPORT_IN_PROGRESS: 'export-running',
  E_EXPORT_NOT_COMPLETED: 'export-running',
};

/** Reads an answer that is none of success. */
export function refusalOf(status: number, body: Buffer, retryAfterMs: number | null): Refusal {
  const object = objectOf(body) ?? {};
  const code = typeof object.code === 'string' && /^E_[A-Z_]{1,60}$/.test(object.code) ? object.code : '';
  const trouble = TROUBLES[code] ?? (status === 401 ? 'unauthorised' : isBusy(status) ? 'busy' : 'refused');
  const text = `the service refuses (${status}${code ? ` ${code}` : ''}): ${shownText(object.message)}`;
  return {
    ...{ status, code },
    failure: { trouble, text, ...(retryAfterMs !== null && { retryAfterMs }) },
    isSure: status < 499 || status === 503,
  };
}

/** It does not want to be asked for a while. */
function isBusy(status: number): boolean {
  return status === 429 || status >= 499;
}
