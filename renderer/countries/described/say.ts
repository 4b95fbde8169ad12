import type { PageState, PageValue } from '../../../service/countries/contract/described-page/words.ts';
import type { NoticeTone } from '../../components/notice.tsx';
import { formatDay, formatMoment, formatMonth } from '../../format/day.ts';
import { formatCount, formatMoney } from '../../format/money.ts';
import { formatPercent } from '../../format/quantity.ts';
import type { CountryText } from './country-texts.ts';

/** Sign and colour of a state. */
export const TONE_OF: Readonly<Record<PageState, NoticeTone>> = { good: 'good', warn: 'look', bad: 'bad' };

/** How values are written: words by `text`, all else the way of `locale`. */
export function sayer(text: CountryText, locale: string): (value: PageValue) => string {
  const say = (value: PageValue): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return formatCount(value, locale);
    if ('key' in value) return text(value.key, spoken(value.values ?? {}));
    if ('day' in value) return formatDay(value.day, locale);
    if ('month' in value) return formatMonth(value.month, locale);
    if ('time' in value) return formatMoment(value.time, locale);
    if ('amount' in value) return formatMoney(value.amount, value.currency, locale);
    return formatPercent(value.percent, locale);
  };
  // A count stays a number: it chooses between one and several.
  const spoken = (values: Readonly<Record<string, PageValue>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        name === 'count' && typeof value === 'number' ? value : say(value),
      ]),
    );
  return say;
}
