/** PINs of people: what one may be. They are kept as passwords are (password.ts). */
import type { PersonFault } from './wire.ts';

const PIN = /^\d{4,8}$/;

/** What is wrong with a new PIN, null when nothing is. */
export function pinFault(pin: unknown): PersonFault | null {
  if (pin === undefined || pin === '') return 'missing';
  if (!isPin(pin)) return 'notDigits';
  const steps = new Set([...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i])));
  const [step] = steps;
  return steps.size === 1 && [-1, 0, 1].includes(step!) ? 'tooEasy' : null;
}

/** Whether a text can be a PIN at all. */
export function isPin(text: unknown): text is string {
  return typeof text === 'string' && PIN.test(text);
}
