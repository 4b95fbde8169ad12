import type { Problem } from '../../service/wire.ts';
import { countryName } from '../format/country.ts';
import { formatDay, formatMonth } from '../format/day.ts';

/** How the values of a problem are written, by their name; all others are shown as they come. */
const writings: Record<string, (text: string, locale: string) => string> = {
  country: countryName,
  date: formatDay,
  due: formatDay,
  month: formatMonth,
};

/** Values for the placeholders of a problem's texts, the way of the language. */
export function problemValues({ code, params }: Problem, locale: string): Record<string, string | number> {
  const values = Object.entries(params ?? {}).map(([name, value]) => {
    const write = Object.hasOwn(writings, name) ? writings[name] : undefined;
    return [name, write !== undefined && typeof value === 'string' ? write(value, locale) : value];
  });
  return { ...(Object.fromEntries(values) as Record<string, string | number>), code };
}
