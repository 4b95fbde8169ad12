/** Reports in the life of a register: outages, annual receipts, its end. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asked, logIn, newCard, openOffice, reportRow, reports } from '../testing/office.ts';

/** A register that is in operation, with requests so far. */
async function running(now = '2026-05-04T12:00:00', others = [newCard('second')]) {
  const card = newCard();
  const opened = await openOffice({ now, unit: card, others });
  await logIn(opened.till);
  await opened.till.background();
  const { length } = opened.office.requests;
  return { ...opened, card, second: others[0]!, news: () => asked(opened.office, length) };
}

describe('an outage', () => {
  it('is reported after 48 hours, once, and so is its end', async () => {
    const { till, office, serial, news } = await running();
    till.signer.broken = true;
    await till.sell();
    till.clock.set('2026-05-06T12:00:00');
    await till.background();
    expect(news()).toEqual([]);
    expect(till.problems).toContain('AT_OUTAGE');
    till.clock.set('2026-05-06T12:00:01');
    expect(till.problems).toContain('AT_OUTAGE_REPORT');
    expect(reportRow(till, `outage ${serial}`)).toMatchObject({
      state: 'due',
      subject: serial,
      lastDay: '2026-05-11',
    });
    await till.background();
    await till.sell();
    await till.background();
    expect(news()).toEqual(['ausfall_se 0']);
    // The office keeps times in UTC.
    expect(office.units).toMatchObject([{ state: 'AUSFALL', since: Date.parse('2026-05-04T12:00:00') }]);
    expect(till.problems).toContain('AT_OUTAGE');
    expect(till.problems).not.toContain('AT_OUTAGE_REPORT');
    expect(till.overview.outage?.report).toBe('done');
    expect(reports(till).slice(-2)).toEqual([`outage ${serial} done`, `return ${serial} waiting`]);

    till.clock.set('2026-05-07T08:00:00');
    till.signer.broken = false;
    await till.background();
    await till.background();
    expect(news()).toEqual(['ausfall_se 0', 'wiederinbetriebnahme_se 0']);
    expect(office.units).toMatchObject([{ state: 'IN_BETRIEB', since: Date.parse('2026-05-07T08:00:00') }]);
    expect(reports(till).slice(-2)).toEqual([`outage ${serial} done`, `return ${serial} done`]);
    await till.restart();
    await till.background();
    expect(news()).toHaveLength(2);
  });

  it('begins and ends at the time that it was in Austria', async () => {
    vi.stubEnv('TZ', 'Europe/Vienna');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { till, office, serial } = await running('2026-03-27T12:00:00');
    till.signer.broken = true;
    await till.sell();
    // Summer time begins in between: 48 hours of the clock are 47.
    till.clock.set('2026-03-29T12:30:00');
    await till.background();
    expect(reportRow(till, `outage ${serial}`)).toBeUndefined();
    till.clock.set('2026-03-29T13:00:01');
    await till.background();
    expect(office.units).toMatchObject([{ state: 'AUSFALL', since: Date.parse('2026-03-27T11:00:00Z') }]);
    till.signer.broken = false;
    await till.background();
    expect(office.units).toMatchObject([{ state: 'IN_BETRIEB', since: Date.parse('2026-03-29T11:00:01Z') }]);
  });

  it('that is shorter is nobody’s concern', async () => {
    const { till, serial, news } = await running();
    till.signer.broken = true;
    await till.sell();
    till.clock.set('2026-05-06T11:59:00');
    till.signer.broken = false;
    await till.background();
    till.clock.set('2026-05-12T12:00:00');
    await till.background();
    expect(news()).toEqual([]);
    expect(reportRow(till, `outage ${serial}`)).toBeUndefined();
  });

  it('is reported with its end, if FinanzOnline could not be reached before', async () => {
    const { till, office, news } = await running();
    till.signer.broken = true;
    await till.sell();
    office.down();
    till.clock.set('2026-05-07T12:00:00');
    await till.background();
    till.signer.broken = false;
    till.clock.set('2026-05-08T12:00:00');
    await till.background();
    office.up();
    till.clock.set('2026-05-08T14:00:00');
    await till.background();
    expect(news()).toEqual(['ausfall_se 0', 'wiederinbetriebnahme_se 0']);
    expect(office.units).toMatchObject([{ state: 'IN_BETRIEB', since: Date.parse('2026-05-08T12:00:00') }]);
  });

  it('another unit may sign meanwhile; the one that was out is back when it works again', async () => {
    const { till, office, card, second, news } = await running();
    card.broken = true;
    await till.sell();
    till.clock.set('2026-05-07T12:00:00');
    await till.background();
    till.signer.units = [card, second];
    await till.background();
    await till.background();
    await till.sell();
    expect(news()).toEqual(['ausfall_se 0', 'registrierung_se 0']);
    expect(office.units.map(({ state }) => state)).toEqual(['AUSFALL', 'IN_BETRIEB']);
    till.clock.set('2026-05-20T12:00:00');
    card.broken = false;
    await till.background();
    expect(news().slice(2)).toEqual(['wiederinbetriebnahme_se 0']);
    expect(office.units[0]).toMatchObject({ state: 'IN_BETRIEB', since: Date.parse('2026-05-20T12:00:00') });
  });

  it('a second one is reported as well', async () => {
    const { till, news } = await running();
    for (const [from, till48] of [
      ['2026-05-05', '2026-05-08'],
      ['2026-05-10', '2026-05-13'],
    ] as const) {
      till.clock.set(`${from}T10:00:00`);
      till.signer.broken = true;
      await till.sell();
      till.clock.set(`${till48}T10:00:00`);
      await till.background();
      till.signer.broken = false;
      await till.background();
    }
    const both = ['ausfall_se 0', 'wiederinbetriebnahme_se 0'];
    expect(news()).toEqual([...both, ...both]);
  });

  it('of a unit of another till is left to people', async () => {
    const { till, card, serial, news } = await running();
    till.signer.units = [{ ...card, kind: 'till', broken: true }];
    await till.sell();
    till.clock.set('2026-05-07T12:00:00');
    await till.background();
    expect(news()).toEqual([]);
    expect(reportRow(till, `outage ${serial}`).failure?.text).toMatch(/another till/);
    expect(await till.act('reported', { report: `outage ${serial}` })).toEqual({ result: null });
    expect(till.problems).not.toContain('AT_OUTAGE_REPORT');
    expect(reportRow(till, `outage ${serial}`)).toMatchObject({ state: 'done', byHand: true });
  });
});

describe('one of several units', () => {
  /** Both have signed; then the first one fails, and the second one signs. */
  async function twoUnits() {
    const opened = await running();
    const { till, card, second, office } = opened;
    till.signer.units = [card, second];
    card.broken = true;
    await till.background();
    await till.sell();
    const { length } = office.requests;
    expect(office.units.map(({ state }) => state)).toEqual(['IN_BETRIEB', 'IN_BETRIEB']);
    return { ...opened, news: () => asked(office, length) };
  }

  it('is reported after 48 hours although all receipts are signed, and when it is back', async () => {
    const { till, office, card, serial, news } = await twoUnits();
    till.clock.set('2026-05-04T13:00:01');
    await till.background();
    await till.restart();
    till.clock.set('2026-05-06T12:00:00');
    await till.background();
    await till.sell();
    expect(till.problems).not.toContain('AT_OUTAGE_REPORT');
    till.clock.set('2026-05-06T12:00:01');
    expect(till.problems).toContain('AT_OUTAGE_REPORT');
    expect(till.overview.outage).toBeNull();
    await till.background();
    expect(news()).toEqual(['ausfall_se 0']);
    expect(office.units).toMatchObject([
      { state: 'AUSFALL', since: Date.parse('2026-05-04T12:00:00') },
      { state: 'IN_BETRIEB' },
    ]);
    expect(till.problems).toEqual(['AT_FON_SERVER']);
    till.clock.set('2026-05-08T09:30:00');
    card.broken = false;
    await till.background();
    await till.background();
    expect(news()).toEqual(['ausfall_se 0', 'wiederinbetriebnahme_se 0']);
    expect(office.units[0]).toMatchObject({
      state: 'IN_BETRIEB',
      since: Date.parse('2026-05-08T09:30:00'),
    });
    expect(reports(till).slice(-2)).toEqual([`outage ${serial} done`, `return ${serial} done`]);
    const log = (await till.records()).flatMap(({ Event }) => (Event === undefined ? [] : [Event as string]));
    expect(log.slice(-4)).toEqual([
      'signature-unit-failed',
      'finanzonline-reported',
      'signature-unit-back',
      'finanzonline-reported',
    ]);
  });

  it('that fails after the other one is reported as well, each with its own begin and end', async () => {
    const { till, office, card, second, news } = await twoUnits();
    till.clock.set('2026-05-05T12:00:00');
    await till.background();
    second.broken = true;
    expect((await till.sell()).Result.ErrorCode).toBe('#SIGNDEV_BROKEN');
    till.clock.set('2026-05-08T12:00:00');
    await till.background();
    expect(news()).toEqual(['ausfall_se 0', 'ausfall_se 0']);
    expect(office.units.map(({ since }) => since)).toEqual(
      ['2026-05-04T12:00:00', '2026-05-05T12:00:00'].map((time) => Date.parse(time)),
    );
    second.broken = false;
    till.clock.set('2026-05-09T12:00:00');
    await till.sell();
    await till.background();
    expect(office.units.map(({ state }) => state)).toEqual(['AUSFALL', 'IN_BETRIEB']);
    card.broken = false;
    till.clock.set('2026-05-10T12:00:00');
    await till.background();
    expect(office.units.map(({ state }) => state)).toEqual(['IN_BETRIEB', 'IN_BETRIEB']);
    expect(news()).toHaveLength(4);
  });

  it('that is gone for a moment leaves nothing in the journal', async () => {
    const { till, card } = await twoUnits();
    const { length } = await till.records();
    till.clock.set('2026-05-04T13:00:00');
    await till.background();
    card.broken = false;
    till.clock.set('2026-05-04T13:10:00');
    await till.background();
    expect(await till.records()).toHaveLength(length);
  });
});

describe('the annual receipt', () => {
  it('is checked as soon as it is there', async () => {
    const { till, news } = await running('2026-12-31T20:00:00');
    await till.sell();
    till.clock.set('2027-01-01T00:00:20');
    await till.background();
    expect(news()).toEqual(['belegpruefung 0']);
    expect(reportRow(till, 'annual 2026')).toMatchObject({
      state: 'done',
      subject: '2027/1',
      lastDay: '2027-02-15',
      byHand: false,
    });
    expect(till.overview.annual[0]?.checked).toBe('2027-01-01T00:00:20');
    expect(till.problems).not.toContain('AT_ANNUAL_UNCHECKED');
  });

  it('waits until a unit that was reported is back', async () => {
    const { till, office, serial, news } = await running('2026-12-29T20:00:00');
    till.signer.broken = true;
    await till.sell();
    till.clock.set('2027-01-02T08:00:00');
    await till.background();
    till.signer.broken = false;
    office.fail('rkdb', { code: '-3' });
    await till.background();
    expect(reports(till).slice(-3)).toEqual([
      `outage ${serial} done`,
      `return ${serial} failed`,
      'annual 2026 waiting',
    ]);
    till.clock.set('2027-01-02T08:05:00');
    await till.background();
    expect(news()).toEqual([
      'ausfall_se 0',
      'wiederinbetriebnahme_se -3',
      'wiederinbetriebnahme_se 0',
      'belegpruefung 0',
    ]);
  });

  it('that does not pass stays on the page with its reasons until somebody acts', async () => {
    const { till, office, serial, news } = await running('2026-12-31T20:00:00');
    office.registers.pop();
    till.clock.set('2027-01-01T00:00:20');
    await till.background();
    till.clock.set('2027-01-05T12:00:00');
    await till.background();
    expect(news()).toEqual(['belegpruefung 43']);
    const { state, failure } = reportRow(till, 'annual 2026');
    expect({ state, failure }).toMatchObject({ state: 'failed', failure: { code: '43', nextTry: null } });
    expect(failure?.text).toMatch(/EXISTS_CASHBOX: Keine registrierte Kasse/);
    expect(till.problems).toEqual(expect.arrayContaining(['AT_FON_REFUSED', 'AT_ANNUAL_UNCHECKED']));
    // That FinanzOnline is not reached now and then does not make it better.
    till.signer.broken = true;
    await till.sell();
    office.down();
    till.clock.set('2027-01-08T12:00:00');
    await till.background();
    expect(reportRow(till, `outage ${serial}`)).toMatchObject({ failure: { code: 'unreachable' } });
    expect(reportRow(till, 'annual 2026')).toMatchObject({ failure: { code: '43' } });
    office.up();
    till.clock.set('2027-01-08T13:00:00');
    await till.background();
    expect(news()).toEqual(['belegpruefung 43', 'ausfall_se 0']);
    till.signer.broken = false;
    await till.act('report');
    await till.sell();
    await till.background();
    expect(news().slice(2)).toEqual(['wiederinbetriebnahme_se 0', 'belegpruefung 43']);
    await till.act('checked', { receipt: '2026' });
    expect(till.problems).toEqual(['AT_FON_SERVER']);
    expect(reportRow(till, 'annual 2026')).toMatchObject({ state: 'done', byHand: true, failure: null });
  });
});

describe('the end of a register', () => {
  it('is reported after its closing receipt', async () => {
    const { till, office, news } = await running();
    await till.act('close', { registerId: 'Graz/1' });
    await till.background();
    await till.background();
    expect(news()).toEqual(['ausfall_kasse 0']);
    expect(office.registers).toMatchObject([{ state: 'AUSSER_BETRIEB' }]);
    expect(office.units).toMatchObject([{ state: 'IN_BETRIEB' }]);
    expect(reports(till).at(-1)).toBe('retirement done');
  });

  it('in the portal is as good', async () => {
    const { till, office } = await running();
    office.registers.pop();
    await till.act('close', { registerId: 'Graz/1' });
    await till.background();
    expect(reports(till).at(-1)).toBe('retirement done');
  });

  it('of a register that was never reported is no reason to register it', async () => {
    const { till, office } = await openOffice();
    await till.sell();
    await till.act('close', { registerId: 'Graz/1' });
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual([]);
    expect(reports(till)).toEqual(['retirement waiting']);
  });
});
