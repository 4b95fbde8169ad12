/** A year that somebody types digit by digit begins as the year 2. */
const WHOLE_DAY = /^[12]\d{3}-\d\d-\d\d$/;

/** Whether a day is typed as far as it can be asked for, and has come: the field of a date tells of every key. */
export function canBeAsked(entered: string, today: string): boolean {
  return WHOLE_DAY.test(entered) && !isAhead(entered, today);
}

/** Whether it is a whole day that has not come yet, by the day of the service. */
export function isAhead(entered: string, today: string): boolean {
  return WHOLE_DAY.test(entered) && entered > today;
}
