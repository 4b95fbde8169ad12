/** A year that somebody types digit by digit begins as the year 2. */
const WHOLE_DAY = /^[12]\d{3}-\d\d-\d\d$/;

/** Whether a day is typed as far as it can be asked for: the field of a date tells of every key. */
export function canBeAsked(entered: string): boolean {
  return WHOLE_DAY.test(entered);
}
