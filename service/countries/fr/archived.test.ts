/** Which days are archived, and which fiscal year somebody has to archive. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import { exported } from '../../register/country-work.ts';
import { Attributes } from '../../settings/attributes.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { archivedTill, archiveDue, isFiscalYear, withArchive } from './archived.ts';
import { ARCHIVE } from './archiving.ts';
import { france } from './testing/example.ts';
import { events, SALE } from './testing/shop.ts';

/** A register that is in the middle of a day, and what archives do to what it knows. */
class Books {
  readonly state: Map<string, Json>;
  private readonly context: { attributes: () => Attributes };

  constructor(open: { day: string; year: string }, values: Record<string, Json> = {}, attributes = '') {
    const month = `${open.day.slice(0, 8)}01`;
    const begun = '2026-05-12T10:00:00';
    this.state = new Map<string, Json>(
      Object.entries({ 'FR/begun': begun, 'FR/open': { ...open, month }, ...values }),
    );
    this.context = { attributes: () => Attributes.parse(attributes) };
  }

  /** What is archived without a gap, and what has to be. */
  get known() {
    return [archivedTill(this.state), archiveDue(this.state, this.context)];
  }

  /** Whether that was a fiscal year. */
  archive(from: string, till: string): boolean {
    const archives = withArchive({ from, till }, this.state);
    if (archives !== null) this.state.set('FR/archives', archives);
    return isFiscalYear({ from, till }, this.state, this.context);
  }
}

/** Events of archives. */
async function archives(shop: Shop): Promise<string[]> {
  return events(await shop.room.records('def')).filter((text) => /^[23]0 /.test(text));
}

describe('an archive', () => {
  it('of one month archives no year; what is left out is asked for, the oldest year first', () => {
    const books = new Books({ day: '2028-01-15', year: '2028-01-01' });
    expect(books.known).toEqual([null, { from: '2026-05-12', till: '2026-12-31' }]);
    expect(books.archive('2026-12-01', '2026-12-31')).toBe(false);
    expect(books.known).toEqual([null, { from: '2026-05-12', till: '2026-11-30' }]);
    expect(books.archive('2027-01-01', '2027-12-31')).toBe(true);
    expect(books.known).toEqual([null, { from: '2026-05-12', till: '2026-11-30' }]);
    expect(books.archive('2026-01-01', '2026-06-30')).toBe(false);
    expect(books.known).toEqual(['2026-06-30', { from: '2026-07-01', till: '2026-11-30' }]);
    expect(books.archive('2026-06-15', '2026-12-10')).toBe(false);
    expect(books.known).toEqual(['2027-12-31', null]);
    expect(books.state.get('FR/archives')).toEqual([{ from: '2026-01-01', till: '2027-12-31' }]);
    // Nothing new.
    expect(withArchive({ from: '2026-02-01', till: '2026-02-28' }, books.state)).toBeNull();
  });

  it('of a fiscal year that ends within a calendar year has twelve months at most', () => {
    const books = new Books({ day: '2027-07-02', year: '2027-07-01' }, {}, 'Fiscal_YearEnd=6');
    expect(books.known).toEqual([null, { from: '2026-05-12', till: '2026-06-30' }]);
    expect(books.archive('2026-05-12', '2026-06-30')).toBe(true);
    expect(books.known).toEqual(['2026-06-30', { from: '2026-07-01', till: '2027-06-30' }]);
    expect(books.archive('2026-08-01', '2027-06-30')).toBe(false);
    expect(books.archive('2026-07-01', '2027-06-30')).toBe(true);
    expect(books.known).toEqual(['2027-06-30', null]);
  });

  it('of a year that grew longer, because it ends with another month, comes in two', () => {
    // It began in May 2026 and ended in June 2027, once June was entered in November.
    const books = new Books({ day: '2027-07-02', year: '2027-07-01' }, {}, 'Fiscal_YearEnd=6');
    books.archive('2026-05-12', '2027-05-11');
    expect(books.known).toEqual(['2027-05-11', { from: '2027-05-12', till: '2027-06-30' }]);
  });

  it('that a version before has noted counts from the beginning', () => {
    const open = { day: '2027-01-15', year: '2027-01-01' };
    const books = new Books(open, { 'FR/archived': '2026-10-31' });
    expect(books.known).toEqual(['2026-10-31', { from: '2026-11-01', till: '2026-12-31' }]);
    books.archive('2026-11-01', '2026-12-31');
    expect(books.known).toEqual(['2026-12-31', null]);
  });

  it('of a day that is not over has nothing of what is still sold on it; one of the portal counts once somebody says so', async () => {
    const shop = await Shop.open({ ...france, now: '2026-12-31T10:00:00' });
    await shop.sell(SALE);
    const { register } = shop;
    const known = () => [archivedTill(register.state), archiveDue(register.state, register.context!)];
    const year = { from: '2026-01-01', till: '2026-12-31' };
    const last = { from: '2026-12-31', till: '2026-12-31' };
    await exported(register, { type: ARCHIVE, ...year });
    expect(known()).toEqual([null, null]);
    await shop.sell(SALE);
    shop.clock.set('2027-01-01T10:00:00');
    // Until the day is closed, its closings are missing in an archive.
    await exported(register, { type: ARCHIVE, ...year });
    expect(known()).toEqual([null, null]);
    await shop.lookAfter();
    expect(known()).toEqual([null, last]);
    const reminders = () =>
      register.country!.problems!(register.state, register.context!).filter(
        ({ code }) => code === 'FR_ARCHIVE',
      );
    expect(reminders()).toEqual([]);
    shop.clock.set('2027-02-02T10:00:00');
    expect(reminders()).toEqual([{ code: 'FR_ARCHIVE', severity: 'warning', params: last }]);
    const say = shop.acting(register);
    await expect(say('portal-archive', { ...last, who: ' ' })).rejects.toThrow('who');
    await expect(say('portal-archive', { ...year, who: 'Zoé' })).rejects.toThrow('portal-archive');
    await say('portal-archive', { ...last, who: 'Zoé' });
    expect(known()).toEqual(['2026-12-31', null]);
    expect(reminders()).toEqual([]);
    await exported(register, { type: ARCHIVE, ...year });
    const days = 'Archive 20260101-20261231';
    const said = '30 Archive 20261231-20261231 du portail: Zoé';
    expect(await archives(shop)).toEqual([`20 ${days}`, `20 ${days}`, said, `30 ${days}`]);
    expect(await complaints(shop)).toEqual([]);
  });
});
