/** The page of a French register over the wire: what it shows, and the clock that somebody confirms. */
import { expect, it, vi } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { runService } from '../../testing/running-service.ts';
import { CFG, events, NOW, SALE } from './testing/shop.ts';

interface Section {
  name: string;
  parts: { kind: string; facts?: { label: { key: string }; value: unknown }[] }[];
}

it('shows certificate and totals, and lets nobody confirm a clock that is right', async () => {
  const clock = new ManualClock(NOW);
  const running = await runService({ cfg: CFG, clock });
  await running.post('/profile', { Attributes: 'Fis_Certification=B0274' });
  await running.post('/register', { Tra: { ESR: SALE } });
  const sections = async () => (await running.get('/control/country')).json.page.sections as Section[];
  const facts = (await sections()).flatMap(({ parts }) => parts.flatMap((part) => part.facts ?? []));
  const shown = Object.fromEntries(facts.map(({ label, value }) => [label.key, value]));
  expect(shown).toMatchObject({
    ...{ 'certification.rules': 'NF525', 'certification.number': 'B0274' },
    'certification.category': { key: 'certification.categories.B' },
    'totals.real': { amount: '12.00', currency: 'EUR' },
    'exports.archived': { key: 'exports.never' },
  });
  expect((await running.post('/control/country/clock', {})).status).toBe(400);
  // Who audits is an event, signed as all are.
  expect((await running.post('/control/country/tax-audit', { who: ' ' })).status).toBe(400);
  const who = 'M. Dupont, DGFiP Paris';
  expect((await running.post('/control/country/tax-audit', { who })).status).toBe(200);
  expect(events(await running.records()).at(-1)).toBe(`280 Contrôle fiscal: ${who.replace(',', ';')}`);
  // A wrong clock has gone years ahead and comes back: nothing is sold until somebody has looked at it.
  clock.set('2029-03-01T10:00:00');
  const ahead = (await running.post('/register', { Tra: { ESR: SALE } })).json.TraC.Result;
  expect([ahead.RC, ahead.ErrorCode]).toEqual(['NO', '#FR_CLOCK']);
  expect(ahead.UserMessage).toMatch(/^Un temps très long/);
  expect((await sections())[0]!.name).toBe('clock');
  clock.set('2026-05-12T11:00:00');
  const behind = (await running.post('/register', { Tra: { ESR: SALE } })).json.TraC.Result;
  expect([behind.RC, behind.ErrorCode]).toEqual(['NO', '#CLOCK_BEHIND']);
  expect((await running.post('/control/country/clock', {})).status).toBe(200);
  expect((await running.post('/register', { Tra: { ESR: SALE } })).json.TraC.Result.RC).toBe('OK');
  expect(events(await running.records()).at(-1)).toBe(
    '270 Horloge confirmée: 2026-05-12 11:00:00; dernière écriture 2026-05-12 12:00:00',
  );
  // The password is a right, noted in the record of the change of settings.
  expect((await running.post('/profile', { Password: 'caisse-1234' })).status).toBe(200);
  await vi.waitFor(async () => expect(events(await running.records()).at(-1)).toBe('130 Password: - > ***'));
});
