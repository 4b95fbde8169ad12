/** What is wrong with a sub-user's name: a key under `portugal.login.user`. */
export type SubUserProblem = 'shape' | 'nif';

/** What is wrong with the name of a sub-user (`<NIF>/<number>`), null when nothing is. */
export function subUserProblem(user: string): SubUserProblem | null {
  const parts = /^(\d{9})\/\d{1,4}$/.exec(user);
  if (parts === null) return 'shape';
  return isNif(parts[1]!) ? null : 'nif';
}

/** A sub-user's name as it counts, without the spaces that come along when it is copied. */
export function tidySubUser(text: string): string {
  return text.replaceAll(/\s/g, '').replace(/^PT/i, '');
}

/** How the name of a company's sub-user begins; empty when its tax number is no Portuguese one. */
export function subUserStart(taxId: string): string {
  const nif = tidySubUser(taxId);
  return isNif(nif) ? `${nif}/` : '';
}

/** Nine digits, the last of which checks the others (modulo 11). */
function isNif(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits.slice(0, 8).reduce((so, digit, index) => so + digit * (9 - index), 0);
  const check = 11 - (sum % 11);
  return (check >= 10 ? 0 : check) === digits[8];
}
