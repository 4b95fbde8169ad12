/** The tax administration's service (FURS): where it is, and what it offers. */
import { zoneTime } from '../base/online/zone-time.ts';

/** Where receipts are reported. */
const PRODUCTION = 'https://blagajne.fu.gov.si:9003';
const TEST = 'https://blagajne-test.fu.gov.si:9002';

/** Paths of the operations. */
const PATHS = {
  invoice: '/v1/cash_registers/invoices',
  premises: '/v1/cash_registers/invoices/register',
  echo: '/v1/cash_registers/echo',
} as const;

/** What FURS can be told. */
export type Operation = keyof typeof PATHS;

/** Address of an operation. @param other another service than FURS, such as the emulator */
export function fursUrl(operation: Operation, isTest: boolean, other: string | undefined): string {
  const origin = isTest ? (other ?? TEST) : PRODUCTION;
  return `${origin.endsWith('/') ? origin.slice(0, -1) : origin}${PATHS[operation]}`;
}

/** Slovenian time. */
export const ljubljanaTime = zoneTime('Europe/Ljubljana');
