/** What can be printed. */
import { normalForm } from '../../normal-form.ts';

/** Letters that Polish printers have; a blank for all else. */
export function printable(text: string): string {
  return normalForm(text, 'NFC').replace(/[^\u0020-\u007E\u00A0-\u017F\u2010-\u2026\u20AC]/gu, ' ');
}
