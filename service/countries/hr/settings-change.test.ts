/** What changes while receipts wait for CIS must not change them, nor where they go. */
import { expect, it } from 'vitest';
import { Attributes } from '../../settings/attributes.ts';
import { tagOf } from '../base/online/tags.ts';
import { TEST_TEXT } from './fiscal-data.ts';
import { CFG, OPERATOR } from './testing/sales.ts';
import { OIB, openShop, type Shop } from './testing/shop.ts';

const NEVER = new AbortController().signal;

/** A sale that CIS has not heard of. */
async function waiting(shop: Shop) {
  shop.cis.down();
  const answer = await shop.sell();
  shop.cis.up();
  return answer;
}

it('tells nobody of a test once tests are over, and keeps no receipt that counts waiting for it', async () => {
  const shop = await openShop();
  await waiting(shop);
  shop.room.services.attributes = () => Attributes.parse('');
  await shop.register.deliver(NEVER);
  expect(shop.register.undelivered).toBe(0);
  expect(shop.cis.requests).toEqual([]);
  const records = await shop.room.records('def');
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  expect(records.flatMap((record) => auditor.take(record))).toEqual([]);
  expect(auditor.end(shop.register.state)).toEqual([]);
});

it('reports nothing of a test system, whose receipts say what they are', async () => {
  const shop = await openShop();
  const before = await waiting(shop);
  const { url } = shop.cis;
  shop.room.services.attributes = () => Attributes.parse(`HR_Cis=${url} Reg_test`);
  const answer = await shop.sell();
  expect(answer.Result).toEqual({ RC: 'OK' });
  for (const { Fis } of [before, answer]) {
    expect(Fis?.Tag).toContainEqual({ Label: '', Name: 'Test', Value: TEST_TEXT });
    expect([tagOf(Fis, 'ZKI'), tagOf(Fis, 'JIR')]).toEqual([expect.any(String), undefined]);
  }
  await shop.register.deliver(NEVER);
  expect(shop.register.undelivered).toBe(0);
  expect(shop.cis.requests).toEqual([]);
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  const records = await shop.room.records('def');
  expect(records.flatMap((record) => auditor.take(record))).toEqual([]);
  expect(auditor.end(shop.register.state)).toEqual([]);
});

it('tells of a receipt what was printed, whatever the company is now', async () => {
  const shop = await openShop();
  const { Fis } = await waiting(shop);
  const { pkcs12, password } = await shop.cis.issue(OIB);
  await shop.act('certificate', { file: pkcs12.toString('base64'), password });
  const outside = { ...CFG, Cmp: { ...CFG.Cmp, HR_USustPdv: '0' } };
  expect((await shop.room.registers.configure('def', outside)).Result.RC).toBe('OK');
  await shop.register.deliver(NEVER);
  const [reported] = shop.cis.receipts;
  expect(reported).toMatchObject({ late: true, fields: { USustPdv: 'true' } });
  expect(reported!.protection).toBe(tagOf(Fis, 'ZKI'));
});

it('keeps all hours that are announced at once', async () => {
  const shop = await openShop();
  const add = (day: string, from: string, till: string) =>
    shop.act('add-hours', { day, from, till, since: '2026-12-01', operator: OPERATOR });
  const [first, second] = await Promise.all([add('1', '08:00', '12:00'), add('2', '08:00', '12:00')]);
  expect([first, second]).toEqual([{ result: null }, { result: null }]);
  const refused = async (day: string, from: string, till: string) => {
    const outcome = await add(day, from, till);
    return outcome && 'issues' in outcome ? outcome.issues.map(({ path, words }) => [path, words?.key]) : [];
  };
  expect(await refused('1', '13:00', '12:30')).toEqual([['till', 'error.hoursOrder']]);
  expect(await refused('1', '11:00', '13:00')).toEqual([['from', 'error.hoursOverlap']]);
  expect(await add('1', '14:00', '18:00')).toEqual({ result: null });
  expect(await refused('1', '19:00', '20:00')).toEqual([['', 'error.hoursTwice']]);
  expect(JSON.stringify(shop.cis.premises).match(/DanUTjednu/g)).toHaveLength(3);
});
