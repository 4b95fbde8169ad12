/** Register that is shown when the address names none. */
export const DEFAULT_REGISTER = 'def';

/** Register named in a page address (`?RN=`, in any case, as everywhere in the register's interface). */
export function registerIn(search: string): string {
  return namedIn(search) ?? DEFAULT_REGISTER;
}

/** Whether a page address names a register. */
export function namesRegister(search: string): boolean {
  return namedIn(search) !== null;
}

function namedIn(search: string): string | null {
  for (const [name, value] of new URLSearchParams(search)) {
    if (name.toLowerCase() === 'rn' && value !== '') return value;
  }
  return null;
}

/** Page address part that names the register; other parameters stay. */
export function searchFor(search: string, rn: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...parameters.keys()]) {
    if (name.toLowerCase() === 'rn') parameters.delete(name);
  }
  parameters.set('RN', rn);
  return `?${parameters.toString()}`;
}
