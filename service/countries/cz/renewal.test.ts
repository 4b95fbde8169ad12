/** A Czech register whose certificate ends: another one is asked for, fetched and used, whatever happens to the line. */
import { expect, it } from 'vitest';
import { Attributes } from '../../settings/attributes.ts';
import { runBackground } from '../../register/country-work.ts';
import { tagOf } from '../base/online/tags.ts';
import { CERTIFICATES } from './credentials.ts';
import { bearerToken, renewalUrl, thumbprint } from './renewal-api.ts';
import { TAX_NUMBER } from './testing/sales.ts';
import { openShop, type Shop } from './testing/shop.ts';

const DAY = 86_400_000;

/** A shop whose certificate ends in so many days. */
async function shopWith(days: number): Promise<Shop> {
  const shop = await openShop('4');
  const till = shop.room.clock.now() + days * DAY;
  const { pkcs12, password } = await shop.eet.issue(TAX_NUMBER, { till });
  await shop.act('certificate', { file: pkcs12.toString('base64'), password });
  return shop;
}

const inUse = ({ register: { context } }: Shop) => CERTIFICATES.of(context!, context!.cfg)!;
const daysLeft = (shop: Shop) =>
  Math.round((inUse(shop).certificate.validToDate.getTime() - shop.room.clock.now()) / DAY);
const codes = ({ register }: Shop) =>
  register.country!.problems!(register.state, register.context!).map(({ code }) => code);

/** A round of what the register does by itself. */
async function round(shop: Shop, later = 61_000): Promise<void> {
  shop.room.clock.advance(later);
  await runBackground(shop.register);
}

async function events(shop: Shop): Promise<string[]> {
  const wanted = new Set(['renewal-asked', 'renewal-refused', 'certificate-renewed']);
  const records = await shop.room.records('def');
  return records.flatMap(({ Event }) => (typeof Event === 'string' && wanted.has(Event) ? [Event] : []));
}

it('renews its certificate three weeks before the end, by itself, and goes on selling with the new one', async () => {
  const shop = await shopWith(30);
  const old = thumbprint(inUse(shop));
  await round(shop);
  expect(shop.eet.renewal.requests).toEqual([]);
  // It need not worry anybody yet.
  expect(codes(shop)).not.toContain('CZ_CERTIFICATE_ENDS');
  await round(shop, 10 * DAY);
  const [request] = shop.eet.renewal.requests;
  expect(request).toMatchObject({ taxNumber: TAX_NUMBER, state: 'ISSUED' });
  expect(thumbprint(inUse(shop))).toBe(old);
  const section = () =>
    shop.register.country!.page!(shop.register.state, shop.register.context!).sections.find(
      ({ name }) => name === 'renewal',
    );
  expect(JSON.stringify(section())).toContain('renewal.askedText');
  await round(shop);
  expect(request!.state).toBe('FINISHED');
  expect(thumbprint(inUse(shop))).not.toBe(old);
  expect(daysLeft(shop)).toBe(366);
  expect((await shop.sell()).Result).toEqual({ RC: 'OK' });
  expect(tagOf(shop.register.last!.Fis, 'POK')).toBe(shop.eet.sales.at(-1)!.code);
  await round(shop);
  expect(shop.eet.renewal.requests).toHaveLength(1);
  expect(await events(shop)).toEqual(['renewal-asked', 'certificate-renewed']);
  // Nobody else is to read the key.
  const told = JSON.stringify([await shop.room.records('def'), [...shop.room.services.memory.values()]]);
  expect(told).not.toMatch(/PRIVATE KEY|Renewed1/);
});

it.each([1, 2, 3, 4])('loses no certificate when answer %i is lost', async (which) => {
  const shop = await shopWith(20);
  for (let n = 1; n <= 8 && daysLeft(shop) < 300; n++) {
    // The first round asks and looks, the second one looks, fetches and says so.
    if (n === (which <= 2 ? 1 : 2)) {
      if (which === 1 || which === 3) shop.eet.drop(1, 'after');
      else shop.eet.drop(2, 'within');
    }
    await round(shop, 16 * 60_000);
  }
  expect(daysLeft(shop)).toBe(366);
  for (let n = 0; n < 3; n++) await round(shop, 16 * 60_000);
  expect(shop.eet.renewal.requests.at(-1)!.state).toBe('FINISHED');
  expect((await events(shop)).at(-1)).toBe('certificate-renewed');
  expect(shop.eet.renewal.requests.filter(({ state }) => state === 'DELIVERING')).toEqual([]);
});

it('says why nothing came of it, tries again, and is asked by a manager at any time', async () => {
  const shop = await shopWith(20);
  shop.eet.renewal.reject = 'Selhání kontroly parametrů žádosti';
  await round(shop);
  expect(await events(shop)).toEqual(['renewal-asked', 'renewal-refused']);
  // Not more often than once a day.
  await round(shop);
  expect(shop.eet.renewal.requests).toHaveLength(1);
  expect(codes(shop)).not.toContain('CZ_CERTIFICATE_ENDS');
  shop.eet.down();
  expect(await shop.act('renew', {})).toMatchObject({ issues: [{ words: { key: 'error.renewal' } }] });
  await round(shop, 7 * DAY);
  expect(codes(shop)).toContain('CZ_CERTIFICATE_ENDS');
  shop.eet.up();
  expect(await shop.act('renew', {})).toEqual({ result: null });
  await round(shop);
  expect([daysLeft(shop), codes(shop)]).toEqual([366, []]);
});

it('takes nothing that is no better than what it has, and forgets requests of a certificate that was replaced', async () => {
  const shop = await shopWith(20);
  await shop.act('renew', {});
  const [request] = shop.eet.renewal.requests;
  const other = await shop.eet.issue(TAX_NUMBER, { till: shop.room.clock.now() + 500 * DAY });
  request!.issued = { pkcs12: other.pkcs12.toString('base64'), certificate: other.certificate };
  // Its password is another one: the file cannot be opened.
  await round(shop);
  expect(daysLeft(shop)).toBe(20);
  const file = other.pkcs12.toString('base64');
  await shop.act('certificate', { file, password: other.password });
  await round(shop, 2 * DAY);
  expect([shop.eet.renewal.requests.length, daysLeft(shop)]).toEqual([1, 498]);
});

it('shows itself by a token that lives two minutes, and asks nobody on the playground', async () => {
  const shop = await shopWith(20);
  const [header, payload] = bearerToken(inUse(shop), 1_800_000_000_500)
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
  expect(header).toEqual({ alg: 'RS256', typ: 'JWT', 'x5t#S256': thumbprint(inUse(shop)) });
  expect(payload).toEqual({ iat: 1_800_000_000, exp: 1_800_000_120 });
  const at = (text: string) => renewalUrl({ attributes: () => Attributes.parse(text) });
  expect(at('')).toBe('https://caeet.gov.cz/api');
  expect(at('Fiscal_Test')).toBeNull();
  expect(at('CZ_Eet_url=https://localhost:7270/')).toBe('https://localhost:7270/api');
});
