/** Spanish tax numbers (NIF): of companies, citizens (DNI) and foreigners (NIE). */

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const CONTROLS = 'JABCDEFGHI';

/** The nine characters, whatever stands around them: `ES-B12345674` is `B12345674`. */
export function bareNif(text: string | undefined): string {
  const bare = (text ?? '').toUpperCase().replace(/[\s.\-/]/g, '');
  return /^ES[0-9A-Z]{9}$/.test(bare) ? bare.slice(2) : bare;
}

/** Whether the nine characters have the right form and check character. */
export function isNif(nif: string): boolean {
  const person = /^([XYZ\d])(\d{7})([A-Z])$/.exec(nif);
  if (person) {
    const [, first = '', digits = '', letter] = person;
    const lead = 'XYZ'.indexOf(first);
    return LETTERS[Number(`${lead < 0 ? first : lead}${digits}`) % 23] === letter;
  }
  // Spaniards without DNI, minors, foreigners without NIE.
  const special = /^[KLM](\d{7})([A-Z])$/.exec(nif);
  if (special) {
    const [, digits = '', letter = ''] = special;
    return letter === LETTERS[Number(digits) % 23] || letter === CONTROLS[controlOf(digits)];
  }
  const company = /^([ABCDEFGHJNPQRSUVW])(\d{7})([\dA-J])$/.exec(nif);
  if (!company) return false;
  const [, kind = '', digits = '', control] = company;
  const value = controlOf(digits);
  const isLetter = /[A-J]/.test(control!);
  if (isLetter ? /[ABEH]/.test(kind) : /[NPQRSW]/.test(kind)) return false;
  return control === (isLetter ? CONTROLS[value] : String(value));
}

/** Check value of a company's seven digits. */
function controlOf(digits: string): number {
  const sum = [...digits].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
