/** A Czech register and the authority, through everything that happens to a line. */
import { expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import type { Esr } from '../../receipt/tra.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { tagOf } from '../base/online/tags.ts';
import { sellOverCutLine } from '../testing/cut-line.ts';
import { bkpOf } from './pkp.ts';
import { openShop, type Shop } from './testing/shop.ts';

const NEVER = new AbortController().signal;
const OFFLINE = '#OFFLINE';
const CODE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-ff$/;

async function findings(shop: Shop): Promise<unknown[]> {
  const records = await shop.room.records('def');
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  return [...records.flatMap((record) => auditor.take(record)), ...auditor.end(shop.register.state)];
}

it('gives a sale its POK', async () => {
  const shop = await openShop('4');
  const answer = await shop.sell();
  expect(answer.Result).toEqual({ RC: 'OK' });
  const [told] = shop.eet.sales;
  expect(told).toMatchObject({ version: 4, first: true, warnings: [] });
  expect(told!.data).toMatchObject({ eic_popl: 'CZ00000019', id_jednotky: '243', celk_trzba: '132.20' });
  expect(answer.Fis!.Tag).toEqual([
    { Label: 'Evidenční jednotka', Name: 'id_jednotky', Value: '243' },
    { Label: 'Pokladní zařízení', Name: 'id_pokl', Value: 'A-6/Brno_2' },
    { Label: 'POK', Name: 'POK', Value: told!.code },
    { Label: '', Name: 'Test', Value: 'TESTOVACÍ ÚČTENKA, NEPLATNÁ' },
  ]);
  expect(shop.register.answers.to(shop.register.last!)).toEqual(answer);
  expect(await findings(shop)).toEqual([]);
});

it('gives a sale of version 3 FIK and BKP, and a PKP as long as there is no FIK', async () => {
  const shop = await openShop('3');
  shop.attributes('Fis_Code');
  shop.eet.drop(1, 'before');
  const early = await shop.sell();
  expect(early.Result.ErrorCode).toBe(OFFLINE);
  const names = (fis = early.Fis) => fis!.Tag!.map(({ Name }) => Name);
  expect(names()).toEqual(['id_provoz', 'id_pokl', 'Rezim', 'BKP', 'PKP', 'Test']);
  const PKP = tagOf(early.Fis, 'PKP')!;
  expect(early.Fis!.Code).toBe(PKP);
  expect(tagOf(early.Fis, 'BKP')).toBe(bkpOf(PKP));
  // What is set meanwhile changes nothing of what was printed.
  shop.attributes('CZ_id_provoz=99');
  await shop.register.deliver(NEVER);
  const late = shop.register.last!.Fis;
  expect(names(late)).toEqual(['id_provoz', 'id_pokl', 'Rezim', 'FIK', 'BKP', 'Test']);
  expect(tagOf(late, 'FIK')).toBe(shop.eet.sales[0]!.code);
  expect(shop.eet.sales).toMatchObject([{ version: 3, protected: true, first: false }]);
  expect(shop.eet.sales[0]!.data).toMatchObject({ id_provoz: '243', zakl_dan1: '100.00', dan2: '1.20' });
  expect(await findings(shop)).toEqual([]);
});

it('gives a sale of the simplified regime five days, and says so', async () => {
  const shop = await openShop('3');
  shop.attributes('CZ_Simplified');
  shop.eet.drop(1, 'before');
  const { Fis } = await shop.sell();
  expect(tagOf(Fis, 'Rezim')).toBe('zjednodušený režim');
  const [waiting] = shop.register.context!.deliveries!().waiting;
  expect(Date.parse(waiting!.deadline) - Date.parse(waiting!.since)).toBe(5 * 24 * 3_600_000);
  // It is told as it was printed.
  shop.attributes('');
  shop.room.clock.advance(61_000);
  await shop.register.deliver(NEVER);
  expect(shop.eet.sales[0]!.data).toMatchObject({ rezim: '1' });
});

it('refuses principals, amounts and travel services that cannot be recorded', async () => {
  const shop = await openShop();
  const wrong: [Partial<Esr>, string][] = [
    [{ CZ_dic_poverujiciho: 'CZ00000019' }, '#CZ_PRINCIPAL'],
    [{ CZ_dic_poverujiciho: '12' }, '#CZ_PRINCIPAL'],
    [{ CZ_cerp_zuct: '100000000.00' }, '#CZ_AMOUNT'],
    [{ PosA: [{ _: 'Pos', Dsc: 'zájezd', TaxG: 'A', Amt: '132.20', CZ_cest_sluz: '1' }] }, '#CZ_TAX'],
  ];
  for (const [more, code] of wrong)
    expect((await shop.sell(more)).Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  expect(shop.eet.sales).toEqual([]);
});

it('believes answers by certificates that were brought in on the page, and by nothing else of the file', async () => {
  const shop = await openShop();
  shop.attributes('CZ_EetCA=/nowhere Fiscal_acceptUnauthorized');
  expect((await shop.sell()).Result.ErrorCode).toBe(OFFLINE);
  const bring = (text: string) => shop.act('authority', { file: Buffer.from(text).toString('base64') });
  for (const wrong of [
    '',
    'x',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    `${shop.eet.ca}PRIVATE KEY`,
  ])
    expect(await bring(wrong)).toMatchObject({ issues: [{ path: 'file' }] });
  expect(await bring(shop.eet.ca)).toEqual({ result: null });
  await shop.register.deliver(NEVER);
  expect(shop.register.undelivered).toBe(0);
  expect((await shop.sell()).Result).toEqual({ RC: 'OK' });
  const { page, problems } = shop.register.country!;
  const [state, context] = [shop.register.state, shop.register.context!];
  expect(problems!(state, context).map(({ code }) => code)).not.toContain('CZ_NO_TRUST');
  const section = page!(state, context).sections.find(({ name }) => name === 'authority')!;
  expect(section.parts[0]).toMatchObject({ kind: 'facts', facts: [{}] });
});

it('records nothing while it is switched off, and asks whether it shall be', async () => {
  const shop = await openShop(null);
  const codes = () =>
    shop.register.country!.problems!(shop.register.state, shop.register.context!).map(({ code }) => code);
  const answer = await shop.sell();
  expect([answer.Result, answer.Fis]).toEqual([{ RC: 'OK' }, undefined]);
  expect(codes()).toEqual([]);
  shop.room.clock.advance(Date.parse('2026-11-01T12:00:00') - shop.room.clock.now());
  expect(codes()).toEqual(['CZ_OFF']);
  shop.attributes('CZ_EET=off');
  expect(codes()).toEqual([]);
  shop.attributes('CZ_EET=date');
  expect((await shop.sell()).Fis).toBeUndefined();
  shop.room.clock.advance(Date.parse('2027-01-01T12:00:00') - shop.room.clock.now());
  expect(codes()).toEqual(['CZ_NO_CERTIFICATE']);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#CZ_CERTIFICATE' });
  expect(shop.eet.requests).toEqual([]);
  expect(await findings(shop)).toEqual([]);
});

it.each([
  [{ CZ_id_provoz: '0243' }, '#CZ_UNIT'],
  [{ CZ_id_provoz: '1234567890' }, '#CZ_UNIT'],
  [{ TT: 'x'.repeat(17) }, '#CZ_TERMINAL'],
  [{ TN: 'č. 1' }, '#CZ_NUMBER'],
])('refuses what cannot be recorded: %j', async (more, code) => {
  const shop = await openShop('4');
  expect((await shop.sell(more)).Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  expect(shop.eet.requests).toEqual([]);
});

it.each(['before', 'after', 'within'] as const)(
  'reports a sale late, once, when the line breaks %s the answer',
  async (where) => {
    const shop = await openShop('4');
    shop.eet.drop(1, where);
    const answer = await shop.sell();
    expect(answer.Result).toMatchObject({ RC: 'OK', ErrorCode: OFFLINE });
    expect(tagOf(answer.Fis, 'POK')).toBeUndefined();
    await shop.register.deliver(NEVER);
    expect(shop.eet.sales.map(({ code }) => code)).toEqual([tagOf(shop.register.last!.Fis, 'POK')]);
    expect(shop.eet.sales[0]!.first).toBe(where !== 'before');
  },
);

it('has one code of each sale wherever the line is cut', async () => {
  const shop = await openShop('4');
  const sold = await sellOverCutLine(shop, ['CZ_Eet_url', shop.eet.url]);
  expect(new Set(shop.eet.sales.map(({ code }) => code)).size).toBe(sold);
  expect([shop.eet.sales.length, shop.eet.doubles]).toEqual([sold, []]);
  expect(await findings(shop)).toEqual([]);
});

it.each(['unsigned', 'foreign', 'changed', 'unreadable'] as const)(
  'believes no answer that is %s',
  async (how) => {
    const shop = await openShop('4');
    shop.eet.spoil(how);
    expect((await shop.sell()).Result.ErrorCode).toBe(OFFLINE);
    await shop.register.deliver(NEVER);
    expect(shop.eet.sales.map(({ code }) => code)).toEqual([tagOf(shop.register.last!.Fis, 'POK')]);
  },
);

it.each([
  [{ code: 4 }, '#CZ_REFUSED'],
  [{ code: 8 }, '#CZ_REFUSED'],
  [{ code: -1 }, OFFLINE],
  [{ http: 503 }, OFFLINE],
])('keeps a receipt that is answered with %j', async (what, constant) => {
  const shop = await openShop('4');
  const lines: string[] = [];
  shop.room.services.log = recordingLog(lines);
  shop.eet.fail(what, 3);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'OK', ErrorCode: constant });
  // By that the authority finds what went wrong; neither log nor journal has it again and again.
  for (let n = 0; n < 2; n++) {
    shop.room.clock.advance(61_000);
    await shop.register.deliver(NEVER);
  }
  const transactions = lines.filter((line) => /\(X-Global-Transaction-Id [\da-f]{24}\)/.test(line));
  expect(transactions).toHaveLength('code' in what ? 1 : 0);
  const records = await shop.room.records('def');
  const refusals = records.filter(({ Event }) => Event === 'authority-refused');
  expect(refusals).toHaveLength(constant === '#CZ_REFUSED' ? 1 : 0);
  shop.room.clock.advance(61_000);
  await shop.register.deliver(NEVER);
  expect(tagOf(shop.register.last!.Fis, 'POK')).toMatch(CODE);
});

it('acts as if an answer were signed wrongly where TEST_Verify_err says so', async () => {
  const shop = await openShop('4');
  shop.attributes('TEST_Verify_err');
  const { Result } = await shop.sell();
  expect([Result.ErrorCode, Result.Warning!.join().includes('TEST_Verify_err')]).toEqual([OFFLINE, true]);
  shop.attributes('');
  await shop.register.deliver(NEVER);
  expect(shop.register.undelivered).toBe(0);
});

it('trusts a web server whose issuer it does not know only where Fiscal_acceptUnauthorized says so', async () => {
  const shop = await openShop('4');
  const answers = [];
  for (const more of ['CZ_EetCA=/nowhere', 'CZ_EetCA=/nowhere Fiscal_acceptUnauthorized']) {
    shop.attributes(more);
    answers.push((await shop.sell()).Result.Warning!.join());
    shop.room.clock.advance(61_000);
  }
  expect(shop.eet.sales).toHaveLength(1);
  expect(answers[0]).not.toContain('is not believed');
  // Its signature is another matter.
  expect(answers[1]).toContain('certificate is not trusted');
});

it('records returns with negative amounts, nothing that is paid by transfer alone, no training', async () => {
  const shop = await openShop('4');
  await shop.sell();
  const voided = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(voided.Result.RC).toBe('OK');
  expect(shop.eet.sales.map(({ data }) => data.celk_trzba)).toEqual(['132.20', '-132.20']);
  const PayA = [{ _: 'Pay', Dsc: 'Převodem', PayG: 'open', Amt: '132.20' }];
  expect((await shop.sell({ PayA })).Fis).toBeUndefined();
  expect((await shop.sell({ Test: '1' })).Result.RC).toBe('OK');
  expect(shop.eet.sales).toHaveLength(2);
});

it('records the void of what is drawn or settled with negative amounts', async () => {
  const shop = await openShop('4');
  await shop.sell({ CZ_urceno_cerp_zuct: '5.00', CZ_cerp_zuct: '91.00' });
  await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(
    shop.eet.sales.map(({ data: { urceno_cerp_zuct, cerp_zuct } }) => [urceno_cerp_zuct, cerp_zuct]),
  ).toEqual([
    ['5.00', '91.00'],
    ['-5.00', '-91.00'],
  ]);
});

it('asks whether the authority is there by a sale that is only checked', async () => {
  for (const version of ['3', '4'] as const) {
    const shop = await openShop(version);
    expect(await shop.act('echo', {})).toEqual({ result: null });
    shop.eet.down();
    expect(await shop.act('echo', {})).toMatchObject({ issues: [{ words: { key: 'error.noAnswer' } }] });
    expect(shop.eet.sales).toEqual([]);
  }
});

it('gives every sale one POK in the end while the authority comes and goes', async () => {
  const shop = await openShop('4');
  const COUNT = runs(1) > 1 ? 10_000 : 40;
  let seed = 7;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let n = 0; n < COUNT; n++) {
    const dice = chance();
    if (dice < 0.1) shop.eet.drop(1, 'after');
    else if (dice < 0.15) shop.eet.drop(1, 'before');
    else if (dice < 0.2) shop.eet.spoil('changed');
    else if (dice < 0.25) shop.eet.fail({ code: -1 });
    await shop.sell();
    shop.room.clock.advance(chance() < 0.1 ? 61_000 : 1000);
    if (chance() < 0.05) await shop.register.deliver(NEVER);
  }
  for (let n = 0; n < 10; n++) {
    shop.room.clock.advance(61_000);
    await shop.register.deliver(NEVER);
  }
  expect(shop.register.undelivered).toBe(0);
  expect(shop.eet.sales).toHaveLength(COUNT);
  expect(shop.eet.doubles).toEqual([]);
  const records = await shop.room.records('def');
  const known = new Map(records.filter(({ _ }) => _ === 'Fis').map(({ Of, Fis }) => [Of, tagOf(Fis, 'POK')]));
  expect([...known.values()].sort()).toEqual(shop.eet.sales.map(({ code }) => code).sort());
  expect(await findings(shop)).toEqual([]);
});
