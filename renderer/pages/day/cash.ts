/** Cash that a person counted. */

/** How many pieces of one value, as people write it; 0 for none, null for what is no number. */
export function countOf(entered: string): number | null {
  const text = entered.trim();
  if (text === '') return 0;
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/** What is wrong with an amount of cash as it was entered. */
export type CashProblem = 'countedWrong' | 'countedMissing';

/**
 * What is wrong with the sum that was counted; null when it may be sent.
 * @param counted decimal text; empty where nothing was entered, null for what is no amount
 * @param start the same of what was there at the start: it says nothing without what was counted
 */
export function countedProblem(counted: string | null, start: string | null): CashProblem | null {
  if (!isAmount(counted)) return 'countedWrong';
  return counted === '' && start !== '' ? 'countedMissing' : null;
}

/** Whether cash can be so much: empty, or not below zero. */
export function isAmount(amount: string | null): boolean {
  return amount !== null && !amount.startsWith('-');
}

/** What pieces come to: decimal texts times numbers. */
export function sumOf(pieces: readonly { value: string; count: number }[]): string {
  const digits = Math.max(0, ...pieces.map(({ value }) => fractionOf(value)));
  return textOf(
    pieces.reduce((sum, { value, count }) => sum + scaled(value, digits) * BigInt(count), 0n),
    digits,
  );
}

function textOf(amount: bigint, digits: number): string {
  const sign = amount < 0n ? '-' : '';
  const text = String(amount < 0n ? -amount : amount).padStart(digits + 1, '0');
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function fractionOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

function scaled(text: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}
