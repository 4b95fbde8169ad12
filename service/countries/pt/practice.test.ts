/** Tests of a till with a real key: their documents must never pass for real ones. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { paperOf } from '../../register/paper/paper.ts';
import { practises } from '../../register/status.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import { SERVICES } from './authority/access.ts';
import { known, openLiveTill } from './testing/live-till.ts';
import { LIVE_KEY, newKey, Till } from './testing/till.ts';

const LEGEND = 'Documento de teste, sem valor fiscal';
const SERVER = 'PT_SeriesServer=https://127.0.0.1:9/SeriesWSService';

/** The till's notes of tests. */
async function notes(till: Till): Promise<string[]> {
  const records = await till.records();
  return records.flatMap((record) => {
    const { Event, Reason } = record as { Event?: string; Reason?: string };
    return Event?.startsWith('practice-') ? [[Event, Reason].filter(Boolean).join(' ')] : [];
  });
}

describe('documents of tests', () => {
  it.each<[string, () => Promise<Till>, string]>([
    ['Fiscal_Test', () => Till.open({ key: LIVE_KEY, attributes: 'Fiscal_Test' }), 'MT'],
    [
      'Reg_test, which asks not even the test service',
      async () => {
        const { till, simulator } = await openLiveTill();
        till.attributes = 'Reg_test';
        onTestFinished(() => expect(known(simulator)).toEqual([]));
        return till;
      },
      'MT',
    ],
    ['another series server', () => Till.open({ key: LIVE_KEY, attributes: SERVER }), 'MT'],
    ['a test key', () => Till.open(), ''],
    [
      'Fiscal_Test with codes of the test service',
      async () => {
        const { till } = await openLiveTill();
        till.attributes = 'Fiscal_Test';
        return till;
      },
      'MT',
    ],
  ])('are marked on paper and for the POS, in series of their own: %s', async (_why, open, ending) => {
    const till = await open();
    const sold = [
      await till.sell(),
      await till.sell('1.00', { DT: 'PF' }),
      await till.sell('1.00', { NFS: 'Training' }),
      await till.sell('1.00', { FN: 'abc/23', D: '2026-05-02T10:00:00' }),
    ];
    expect(sold.map(({ ESR }) => ESR!.FN)).toEqual([
      `FS 1_1.26${ending}/1`,
      `PF 1_1.26${ending}/1`,
      `FS 1_1.26${ending}MF/1`,
      `FS 1_1.26${ending}M/1`,
    ]);
    for (const record of sold) {
      const isTraining = record.ESR!.NFS !== undefined;
      const [Name, Value] = isTraining
        ? ['Training', 'Documento emitido para fins de Formação']
        : ['Test', LEGEND];
      expect(record.Fis!.Tag).toContainEqual({ Label: '', Name, Value });
      expect(paperOf(record, PORTUGAL).marks).toEqual([Value]);
    }
    expect(practises(till.register)).toBe(true);
    expect(await till.complaints()).toEqual([]);
  });

  it('are none behind the authority’s own address', async () => {
    const { till } = await openLiveTill();
    till.attributes = `PT_SeriesServer=${SERVICES.live.url}`;
    const { Fis } = await till.sell();
    expect(Fis!.PT_Test).toBeUndefined();
    expect(Fis!.Tag!.map(({ Name }) => Name)).not.toContain('Test');
    expect(practises(till.register)).toBe(false);
  });

  it('take no code that was entered for real ones, and the other way round', async () => {
    const { till } = await openLiveTill();
    const enter = (series: string) => till.act('code', { series, code: 'ABCD1234' });
    expect(await enter('FS 1_1.26MT')).toHaveProperty('issues');
    till.attributes = 'Fiscal_Test';
    expect(await enter('FS 1_1.26')).toHaveProperty('issues');
    expect(await enter('FS 1_1.26MT')).toEqual({ result: null });
  });

  it('cannot be entered as lost real ones', async () => {
    const { till } = await openLiveTill();
    const lost = await till.attempt('1.00', { FN: 'FS 1_1.26MT/5', D: '2026-05-02T10:00:00' });
    expect(lost.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_ORIGINAL' });
  });
});

describe('the journal', () => {
  it('says when tests begin and end, before their first document', async () => {
    const { till } = await openLiveTill();
    await till.sell();
    expect(await notes(till)).toEqual([]);
    till.attributes = 'Fiscal_Test';
    await till.sell();
    await till.sell();
    const events = (await till.records()).map((record) => (record as { Event?: string }).Event ?? record._);
    expect(events.indexOf('practice-begun')).toBe(events.indexOf('Tra') + 1);
    till.attributes = '';
    await till.background();
    // The key is gone: the service has made one for tests.
    till.key = newKey(2, true);
    await till.sell();
    expect(await notes(till)).toEqual([
      'practice-begun Fiscal_Test',
      'practice-ended',
      'practice-begun test key',
    ]);
  });

  it('does not speak of tests where a till begins with a test key and goes on with a real one', async () => {
    const { till } = await openLiveTill({ key: newKey(1, true) });
    await till.sell();
    till.key = newKey(2, false);
    await till.sell();
    expect(await notes(till)).toEqual([]);
  });
});

describe('a nonfiscal record with articles or money', () => {
  it.each(['Fatura simplificada', 'FS 1_1.26/77', ' '])(
    'called %j does not pass for an invoice',
    async (NF) => {
      const { till } = await openLiveTill();
      const record = await till.sell('1.00', { NF });
      expect(record.ESR!.FN).toBeUndefined();
      expect(record.Fis!.Tag).toEqual([
        { Label: '', Name: 'NoInvoice', Value: 'Este documento não serve de fatura' },
      ]);
      expect(paperOf(record, PORTUGAL).marks).toEqual(['Este documento não serve de fatura']);
      expect(await till.complaints()).toEqual([]);
    },
  );
});
