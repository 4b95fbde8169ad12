/** How a certificate stands: valid, about to expire, expired. */
export type Expiry = 'valid' | 'soon' | 'over';

/** Days before the end from which a new certificate should be asked for: it is not made in a day. */
const USUAL_WARN_DAYS = 30;

/** How a certificate with so many days left stands; the last day of validity is day 0. */
export function expiryOf(daysLeft: number, warnDays = USUAL_WARN_DAYS): Expiry {
  if (daysLeft < 0) return 'over';
  return daysLeft < warnDays ? 'soon' : 'valid';
}
