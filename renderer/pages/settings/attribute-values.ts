import type { AttributeEntry } from '../../../service/settings/wire.ts';

/** What is entered about an attribute. */
export interface Entered {
  on: boolean;
  text: string;
}

/** True for a value that switches a flag off, as the service reads it. */
export function isOff(value: string): boolean {
  return ['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

/** True where an attribute can be switched off without losing its place in the list. */
export function hasSwitch({ type }: AttributeEntry): boolean {
  return type.kind === 'flag' || (type.kind === 'time' && type.off === true);
}

/** How an attribute stands in its form. */
export function enteredOf(entry: AttributeEntry): Entered {
  const { type, value, standard } = entry;
  if (type.kind === 'flag') return { on: !isOff(value ?? standard ?? ''), text: '' };
  if (type.kind === 'secret') return { on: true, text: '' };
  if (value !== null && hasSwitch(entry) && isOff(value)) return { on: false, text: '' };
  const bare = 'bare' in type && type.bare === true && (value === 'true' || (value !== null && isOff(value)));
  const text = bare ? '' : (value ?? '');
  return { on: true, text: type.kind === 'time' ? paddedTime(text) : text };
}

/** The value to be stored; null when something is missing. */
export function valueOf({ type }: AttributeEntry, { on, text }: Entered): string | null {
  if (type.kind === 'flag') return on ? 'true' : 'no';
  if (!on) return 'NO';
  const value = type.kind === 'secret' ? text : text.trim();
  if (value !== '') return value;
  return 'bare' in type && type.bare === true ? 'true' : null;
}

/** As the browser's field for times wants it. */
function paddedTime(time: string): string {
  return /^\d:/.test(time) ? `0${time}` : time;
}
