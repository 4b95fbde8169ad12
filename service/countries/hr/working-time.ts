/** Working times of business premises: announced, taken back, asked for. The first three of schema 1.9; 1.10 has one for many premises. */
import { isDate } from '../../receipt/time.ts';
import { child, children, childText, type XmlElement } from '../base/xml-reader.ts';
import { croatianDate } from './cis.ts';
import { element, group, request, type Header } from './message.ts';

/** From and till, `hh:mm` up to `24:00`. */
export interface Hours {
  from: string;
  till: string;
}

/** Monday 1 to Sunday 7; 8 is a public holiday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Times of a week: by agreement, once a day, twice a day, or other times on even and odd days. */
export type Week =
  | 'by-agreement'
  | { once: readonly (Hours & { day: Weekday })[] }
  | { twice: readonly (Hours & { day: Weekday; part: 1 | 2 })[] }
  | { alternating: readonly (Hours & { day: Weekday; days: 'even' | 'odd' })[] };

/** Usual times from a day on (`YYYY-MM-DD`); `till` is in answers alone. */
export interface Usual {
  from: string;
  till?: string;
  note?: string;
  week: Week;
}

/** Other times of one day (`YYYY-MM-DD`): one or two parts. */
export interface Exception {
  day: string;
  hours: readonly Hours[];
}

/** Of which premises, and who says so. */
export interface Premises {
  /** OIB of the company. */
  oib: string;
  premises: string;
  /** OIB of the operator. */
  operator: string;
}

/** Working times of premises. */
export interface WorkingTime {
  usual: readonly Usual[];
  exceptions: readonly Exception[];
}

const MOST = { usual: 3, exceptions: 10, note: 200, once: 8, more: 16 };
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** What the schema has against working times, English, with the place; empty when nothing. */
export function workingTimeProblems({ usual, exceptions }: WorkingTime): string[] {
  const problems: string[] = [];
  const check = (isRight: boolean, text: string) => {
    if (!isRight) problems.push(text);
  };
  const times = (path: string, hours: readonly Hours[], most: number, least = 1) => {
    check(hours.length >= least && hours.length <= most, `${path}: must be ${least} to ${most} times`);
    for (const { from, till } of hours)
      check(
        TIME.test(from) && TIME.test(till) && from < till,
        `${path}: ${from} to ${till} is no time hh:mm`,
      );
  };
  check(usual.length + exceptions.length > 0, 'usual: nothing is announced');
  check(usual.length <= MOST.usual, `usual: at most ${MOST.usual}`);
  check(exceptions.length <= MOST.exceptions, `exceptions: at most ${MOST.exceptions}`);
  usual.forEach(({ from, note, week }, i) => {
    const path = `usual[${i}]`;
    check(isDate(from), `${path}.from: must be a date YYYY-MM-DD`);
    const length = [...(note ?? 'x')].length;
    check(length >= 1 && length <= MOST.note, `${path}.note: must be 1 to ${MOST.note} characters`);
    if (week !== 'by-agreement') times(`${path}.week`, hoursOf(week), 'once' in week ? MOST.once : MOST.more);
  });
  exceptions.forEach(({ day, hours }, i) => {
    check(isDate(day), `exceptions[${i}].day: must be a date YYYY-MM-DD`);
    times(`exceptions[${i}].hours`, hours, 2);
  });
  return problems;
}

function hoursOf(week: Exclude<Week, string>): readonly Hours[] {
  return 'once' in week ? week.once : 'twice' in week ? week.twice : week.alternating;
}

/** Announces working times that have been found right. */
export function announcement(header: Header, premises: Premises, { usual, exceptions }: WorkingTime): string {
  const times = group('RadnoVrijeme', ...usual.map(regular), ...exceptions.map(exceptional));
  return request('prijaviRadnoVrijeme', header, about(premises, times));
}

/** Takes announced times back: usual ones by their first day, exceptions by theirs (`YYYY-MM-DD`). */
export function removal(
  header: Header,
  premises: Premises,
  days: { usual: readonly string[]; exceptions: readonly string[] },
): string {
  const times = group(
    'BrisanjeRadnogVremena',
    ...days.usual.map((day) => group('Redovno', element('DatumOd', croatianDate(day)))),
    ...days.exceptions.map((day) => group('Iznimke', element('Datum', croatianDate(day)))),
  );
  return request('obrisiRadnoVrijeme', header, about(premises, times));
}

/** Asks for the working times that are announced. */
export function question(
  header: Header,
  { oib, premises, operator }: Premises,
  kind: 'REDOVNO' | 'IZNIMKE' | 'SVE' = 'SVE',
): string {
  return request(
    'dohvatiRadnoVrijeme',
    header,
    element('Oib', oib),
    element('OznPosPr', premises),
    element('VrstaRadnogVremena', kind),
    element('OibOper', operator),
  );
}

function about({ oib, premises, operator }: Premises, times: string): string {
  return group(
    'PoslovniProstor',
    element('Oib', oib),
    element('OznPosPr', premises),
    times,
    element('OibOper', operator),
  );
}

function regular({ from, note, week }: Usual): string {
  return group(
    'Redovno',
    element('DatumOd', croatianDate(from)),
    note === undefined ? '' : element('Napomena', note),
    ...weekly(week),
  );
}

function weekly(week: Week): string[] {
  if (week === 'by-agreement') return [group('PoDogovoru', element('RedovnoPoDogovoru', 'DA'))];
  const day = (entry: { day: Weekday }) => element('DanUTjednu', String(entry.day));
  if ('once' in week) return week.once.map((e) => group('Jednokratno', day(e), ...period(e)));
  if ('twice' in week) return week.twice.map((e) => group('Dvokratno', day(e), part(e.part), ...period(e)));
  return week.alternating.map((e) =>
    group('ParniNeparni', day(e), element('ParNepar', e.days === 'even' ? 'P' : 'N'), ...period(e)),
  );
}

function exceptional({ day, hours }: Exception): string {
  const times =
    hours.length === 1
      ? [group('Jednokratno', ...period(hours[0]!))]
      : hours.map((entry, i) => group('Dvokratno', part(i + 1), ...period(entry)));
  return group('Iznimke', element('Datum', croatianDate(day)), ...times);
}

function part(number: number): string {
  return element('DioDvokratnog', String(number));
}

function period({ from, till }: Hours): string[] {
  return [element('RadnoVrijemeOd', from), element('RadnoVrijemeDo', till)];
}

/** The working times in an answer; null when they are not as the schema has them. */
export function readWorkingTime(premises: XmlElement): WorkingTime | null {
  const times = child(premises, 'RadnoVrijeme');
  const read = {
    usual: children(times, 'Redovno').map((entry) => {
      const [till, note] = [childText(entry, 'DatumDo'), childText(entry, 'Napomena')];
      return {
        from: isoDate(childText(entry, 'DatumOd')),
        ...(till !== '' && { till: isoDate(till) }),
        ...(note !== '' && { note }),
        week: readWeek(entry),
      };
    }),
    exceptions: children(times, 'Iznimke').map((entry) => ({
      day: isoDate(childText(entry, 'Datum')),
      hours: [...children(entry, 'Jednokratno'), ...children(entry, 'Dvokratno')].map(readHours),
    })),
  };
  const isEmpty = read.usual.length + read.exceptions.length === 0;
  return isEmpty || workingTimeProblems(read).length === 0 ? read : null;
}

function readWeek(entry: XmlElement): Week {
  const days = (name: string) =>
    children(entry, name).map((e) => ({
      ...readHours(e),
      day: Number(childText(e, 'DanUTjednu')) as Weekday,
      e,
    }));
  if (child(entry, 'PoDogovoru')) return 'by-agreement';
  const once = days('Jednokratno').map(({ e: _, ...rest }) => rest);
  if (once.length > 0) return { once };
  const twice = days('Dvokratno').map(({ e, ...rest }) => {
    return { ...rest, part: childText(e, 'DioDvokratnog') === '2' ? (2 as const) : (1 as const) };
  });
  if (twice.length > 0) return { twice };
  return {
    alternating: days('ParniNeparni').map(({ e, ...rest }) => {
      return { ...rest, days: childText(e, 'ParNepar') === 'P' ? ('even' as const) : ('odd' as const) };
    }),
  };
}

function readHours(entry: XmlElement): Hours {
  return { from: childText(entry, 'RadnoVrijemeOd'), till: childText(entry, 'RadnoVrijemeDo') };
}

/** `DD.MM.YYYY` as `YYYY-MM-DD`; anything else stays and is found wrong. */
function isoDate(text: string): string {
  return text.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1');
}
