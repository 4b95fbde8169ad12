/** Rows of the suite: authorities, devices and signature units that fail, and results that come late. */
import { expect, it, vi } from 'vitest';
import type { Fis } from '../../receipt/tra.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { runService } from '../../testing/running-service.ts';
import { deliveryOf } from './delivery.ts';
import { complaints } from './books.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

const HOUR_MS = 3_600_000;
const NEVER = new AbortController().signal;

/** The other side in all its manners. */
export function otherSideRows(example: CountryExample): void {
  const { receipts, manners = [] } = example;
  const delivery = deliveryOf(example);

  if (manners.length > 0)
    it.each(manners)('has each receipt once, here and there, when the other side %s', async (manner) => {
      const shop = await Shop.open(example);
      const behave = shop.equipment.behave!;
      const sold = ['before'];
      await shop.sell({ ...receipts.sale, UID: 'before' });
      for (const UID of ['first', 'second']) {
        behave(manner);
        const esr = { ...receipts.sale, UID };
        const answer = await shop.send(esr);
        if (answer.Result.RC !== 'OK') {
          expect(answer.Result).toMatchObject({
            ErrorCode: expect.stringMatching(/^#/),
            UserMessage: expect.stringMatching(/./),
          });
          expect(answer).not.toHaveProperty('SQ');
          behave('works');
          expect((await shop.send(esr, { restart: true })).Result.RC).toBe('OK');
        }
        sold.push(UID);
        behave('works');
        shop.clock.advance(HOUR_MS);
      }
      await shop.sell({ ...receipts.sale, UID: 'after' });
      await shop.lookAfter();
      expect((await shop.receipts()).map(({ ESR }) => ESR!.UID)).toEqual([...sold, 'after']);
      expect(shop.register.undelivered).toBe(0);
      const { done } = shop.equipment;
      if (done) expect(done()).toHaveLength(sold.length + 1);
      expect(await complaints(shop)).toEqual([]);
    });

  // Where no sale waits for the authority, the country's own tests tell what comes late.
  if (delivery && 'deliver' in delivery) {
    it('keeps one result of each receipt, however often and late the authority is told and answers', async () => {
      const shop = await Shop.open(example);
      const behave = shop.equipment.behave!;
      behave('loses-answer');
      for (let n = 0; n < 3; n++) await shop.sell();
      await shop.restart();
      behave('is-slow');
      await shop.sell();
      expect(shop.register.undelivered).toBe(4);
      behave('works');
      shop.clock.advance(HOUR_MS);
      const { register } = shop;
      await Promise.all([register.deliver(NEVER), shop.sell(), register.deliver(NEVER)]);
      await register.deliver(NEVER);
      const late = (await shop.room.records('def')).filter(({ _ }) => _ === 'Fis');
      const receiptsOf = (await shop.receipts()).map(({ SQ }) => SQ);
      expect(late.map(({ Of }) => Of as number).sort((a, b) => a - b)).toEqual(receiptsOf);
      expect(register.undelivered).toBe(0);
      expect(await complaints(shop)).toEqual([]);
    });

    it('shows late results in /last, /tra, /find, /render, /retrieve', () => showsLateResults(example));
  }
}

async function showsLateResults(example: CountryExample): Promise<void> {
  const { now, cfg, receipts } = example;
  const clock = new ManualClock(now);
  const { behave, attributes, setUp } = (await example.equipment?.(clock)) ?? {};
  const { get, post } = await runService({ cfg: null, clock });
  // While nothing counts yet nobody is asked for a password.
  expect((await post('/profile', { Attributes: attributes?.() ?? '' })).status).toBe(200);
  await post('/cfg', { Cfg: cfg });
  await setUp?.(async (action, input = {}) => {
    const { status, text } = await post(`/control/country/${action}`, input);
    if (status !== 200) throw new Error(`${action}: ${text}`);
  });
  const sell = async () => (await post('/register', { Tra: { ESR: receipts.sale } })).json.TraC;
  behave!('is-down');
  const early = await sell();
  expect(early.Result.RC).toBe('OK');
  behave!('works');
  clock.advance(HOUR_MS);
  // An answer in time is how the register learns that there is somebody again.
  const second = await sell();
  const { TN, FN } = early.ESR;
  const tra = async (): Promise<Fis> => (await get(`/tra?TN=${TN}`)).json.Tra.Fis;
  const resultOf = async (of: number): Promise<Fis> => {
    const found = (await get('/find?_=Fis&sort=asc')).json.Rec as { Of: number; Fis: Fis }[];
    const own = found.filter(({ Of }) => Of === of);
    expect(own).toHaveLength(1);
    return own[0]!.Fis;
  };
  const Fis = await vi.waitFor(() => resultOf(early.SQ));
  expect(Fis).not.toEqual(early.Fis);
  // The second may have waited for the first one longer than a sale waits.
  const isLate = second.Result.ErrorCode === '#OFFLINE';
  const last = isLate ? await vi.waitFor(() => resultOf(second.SQ)) : (second.Fis as Fis);
  expect((await get('/last')).json.TraC.Fis).toEqual(last);
  expect(await tra()).toEqual(Fis);
  expect((await get(`/find?tn=${TN}`)).json.Rec[0].Fis).toEqual(Fis);
  const again = await post('/restart', { Tra: { ESR: { ...receipts.sale, TN } } });
  expect(again.json.TraC).toMatchObject({ SQ: early.SQ, Fis });
  const [line] = (await get('/retrieve?last=1&_=Tra')).text.split('\n');
  expect((JSON.parse(line!) as { Fis: Fis }).Fis).toEqual(Fis);
  // Receipts without a fiscal number are printed as the last one alone.
  const [printed, shown] = FN === undefined ? ['', last] : [`?FN=${FN}`, Fis];
  const known = (early.Fis as Fis).Tag?.map(({ Name }) => Name) ?? [];
  const added = shown.Tag!.filter(({ Name }) => !known.includes(Name));
  const paper = (await get(`/render/text${printed}`)).text.replace(/\s/g, '');
  expect(added.map(({ Value }) => paper.includes(Value.replace(/\s/g, '')))).toEqual(added.map(() => true));
  expect(added).not.toEqual([]);
}
