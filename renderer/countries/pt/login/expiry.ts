import { daysUntil } from '../../../format/day.ts';

/** How a certificate stands: valid, about to expire, expired. */
export type Expiry = 'valid' | 'soon' | 'over';

/** Days before the end from which a new certificate should be asked for: it is not made in a day. */
const warnDays = 30;

/** How a certificate with this last day of validity stands. */
export function expiryOf(expires: string, today: string): Expiry {
  const days = daysUntil(expires, today);
  if (days < 0) return 'over';
  return days < warnDays ? 'soon' : 'valid';
}
