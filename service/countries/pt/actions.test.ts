/** The control page of a Portuguese register: settings, rates, certificates, and what it warns of. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import { makeIdentity, type Identity } from '../../emulators/pt-series/identity.ts';
import { ownSeriesCode } from './own-codes.ts';
import { readQr } from './testing/inspector.ts';
import { pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity(Date.parse('2026-05-04T00:00:00Z'));
});

/** Sends an action that must be refused because of a field, leaving no record and no setting. */
async function refused(till: Till, action: string, input: Tree, path: string): Promise<void> {
  const before = await till.records();
  expect(await till.act(action, input)).toMatchObject({ issues: [{ code: '#ACTION', path }] });
  expect(await till.records()).toHaveLength(before.length);
}

const events = async (till: Till) =>
  (await till.records())
    .filter((r) => r._ === 'log')
    .map(({ SQ: _, RN: __, D: ___, _: ____, ...rest }) => rest);

describe('percentages', () => {
  const AZORES = { ...PORTUGAL, Loc: { TL: '1', TaxGR: 'A' } };
  const sold = async (till: Till, more = {}) => {
    const { ESR } = await till.sell('11.60', { PosA: [pos('11.60', { TaxG: 'AA' })], ...more });
    return ESR!.TaxA![0]!.Prc;
  };
  const row = (till: Till) => till.overview.taxes.find((t) => t.group === 'AA');

  it('of the receipt format are in use, the page shows those of the law beside them', async () => {
    const till = await Till.open({ cfg: AZORES });
    expect(row(till)).toStrictEqual({
      group: 'AA',
      rate: '18',
      specified: '18',
      law: '16',
      from: null,
      next: null,
    });
    expect(till.overview.taxes.find((t) => t.group === 'A')).toMatchObject({ rate: '23', law: null });
    expect(till.overview.region).toBe('PT-AC');
    expect(till.problems.map((p) => p.code)).toContain('TAX_RATES_DIFFER');
    await till.act('rate', { group: 'AA', rate: '16', from: '2026-05-04' });
    expect(till.problems.map((p) => p.code)).not.toContain('TAX_RATES_DIFFER');
    expect((await Till.open()).problems.map((p) => p.code)).not.toContain('TAX_RATES_DIFFER');
  });

  it('that are set count with the next receipt, from their day on, until they are taken back', async () => {
    const till = await Till.open({ cfg: AZORES });
    expect(await sold(till)).toBe('18');
    await till.act('rate', { group: 'AA', rate: '16', from: '2026-05-04' });
    await till.act('rate', { group: 'AA', rate: '+017.50', from: '2026-05-10' });
    expect(row(till)).toStrictEqual({
      group: 'AA',
      rate: '16',
      specified: '18',
      law: '16',
      from: '2026-05-04',
      next: { rate: '17.5', from: '2026-05-10' },
    });
    expect(await sold(till)).toBe('16');
    // Receipts of the days before are what they were.
    expect(await sold(till, { D: '2026-05-04T09:00:00' })).toBe('16');
    till.clock.set('2026-05-10T00:00:00');
    expect(await sold(till)).toBe('17.5');
    const byRate = await till.sell('11.75', { PosA: [pos('11.75', { TaxG: '17.5%' })] });
    expect(readQr(byRate)).toMatchObject({ I1: 'PT-AC', I7: '10.00', I8: '1.75' });
    await till.restart();
    expect(await sold(till)).toBe('17.5');
    await till.act('reset-rates');
    expect(await sold(till)).toBe('18');
    expect(await events(till)).toStrictEqual([
      { Event: 'tax-rate', TaxG: 'AA', Prc: '16', From: '2026-05-04' },
      { Event: 'tax-rate', TaxG: 'AA', Prc: '17.5', From: '2026-05-10' },
      { Event: 'tax-rates-reset' },
    ]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('that the POS sends decide', async () => {
    const till = await Till.open({ cfg: AZORES });
    const TaxA = [{ _: 'Tax', TaxG: 'AA', Prc: '16', Net: '10.00', TAmt: '1.60', Amt: '11.60' }];
    const { ESR } = await till.sell('11.60', { PosA: [pos('11.60', { TaxG: 'AA' })], TaxA });
    expect(ESR!.TaxA![0]!.Prc).toBe('16');
    const unknown = [{ ...TaxA[0], Prc: '21', Net: '9.59', TAmt: '2.01' }] as never;
    const { Result } = await till.attempt('11.60', { PosA: [pos('11.60', { TaxG: 'AA' })], TaxA: unknown });
    expect(Result.ErrorCode).toBe('#PT_TAX_RATE');
  });

  it.each<[Tree, string]>([
    [{ group: 'AA', rate: '16', from: '2026-05-03' }, 'from'],
    [{ group: 'AA', rate: '16', from: '2026-02-30' }, 'from'],
    [{ group: 'AA', rate: '16', from: '04.05.2026' }, 'from'],
    [{ group: 'AA', rate: '16' }, 'from'],
    [{ group: 'AA', rate: '0', from: '2026-05-04' }, 'rate'],
    [{ group: 'AA', rate: '-1', from: '2026-05-04' }, 'rate'],
    [{ group: 'AA', rate: '100', from: '2026-05-04' }, 'rate'],
    [{ group: 'AA', rate: '16.005', from: '2026-05-04' }, 'rate'],
    [{ group: 'AA', rate: '16,5', from: '2026-05-04' }, 'rate'],
    [{ group: 'AA', rate: '1e1', from: '2026-05-04' }, 'rate'],
    [{ group: 'AA', rate: ['16'], from: '2026-05-04' }, 'rate'],
    [{ group: 'M07', rate: '16', from: '2026-05-04' }, 'group'],
    [{ group: '__proto__', rate: '16', from: '2026-05-04' }, 'group'],
    [{ rate: '16', from: '2026-05-04' }, 'group'],
  ])('are not set by %j', async (input, path) => {
    const till = await Till.open({ cfg: AZORES });
    await refused(till, 'rate', input, path);
    expect(row(till)).toMatchObject({ rate: '18', from: null });
  });
});

describe('login and certificates', () => {
  it('are stored, and shown without secrets', async () => {
    const till = await Till.open();
    await till.act('login', { user: ' 599999993 / 37 ', password: 'Segredo' });
    const { certificate, key } = identity.client;
    await till.act('client-certificate', { certificate, key });
    await till.act('authority-certificate', { certificate: identity.authority.certificate });
    expect(till.overview).toMatchObject({
      login: { user: '599999993/37' },
      client: { subject: '555555550', expires: '2028-05-03' },
      authority: { subject: 'Simulated password key' },
    });
    expect(JSON.stringify([till.overview, await till.records()])).not.toMatch(/Segredo|PRIVATE/);
    expect((await events(till)).map((e) => e.Event)).toStrictEqual([
      'authority-login',
      'client-certificate',
      'authority-certificate',
    ]);
    await till.act('logout');
    expect(till.overview.login).toBeNull();
  });

  it.each<[Tree, string]>([
    [{ password: 'x' }, 'user'],
    [{ user: '599999993', password: 'x' }, 'user'],
    [{ user: '599999993/', password: 'x' }, 'user'],
    [{ user: '599999993/12345', password: 'x' }, 'user'],
    [{ user: '599999993/1/2', password: 'x' }, 'user'],
    [{ user: 'PT599999993/1', password: 'x' }, 'user'],
    [{ user: '555555550/1', password: 'x' }, 'user'],
    [{ user: { toString: 'x' }, password: 'x' }, 'user'],
    [{ user: '599999993/1' }, 'password'],
    [{ user: '599999993/1', password: '' }, 'password'],
    [{ user: '599999993/1', password: 'x'.repeat(201) }, 'password'],
    [{ user: '599999993/1', password: ['x'] }, 'password'],
  ])('login %j is refused', async (input, path) => {
    const till = await Till.open();
    await refused(till, 'login', input, path);
    expect(till.overview.login).toBeNull();
  });

  it('a company keeps its login when another one is configured', async () => {
    const till = await Till.open();
    await till.act('login', { user: '599999993/1', password: 'x' });
    await till.configure({ ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT509876544' } });
    expect(till.overview.login).toBeNull();
    await till.act('login', { user: '509876544/2', password: 'y' });
    await till.configure(PORTUGAL);
    expect(till.overview.login).toStrictEqual({ user: '599999993/1' });
  });

  it('that are none are refused', async () => {
    const till = await Till.open();
    const { certificate, key } = identity.client;
    const ed = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const cases: [string, Tree, string][] = [
      ['client-certificate', {}, 'certificate'],
      ['client-certificate', { certificate: 'x', key }, 'certificate'],
      ['client-certificate', { certificate: key, key }, 'certificate'],
      ['client-certificate', { certificate }, 'key'],
      ['client-certificate', { certificate, key: certificate }, 'key'],
      ['client-certificate', { certificate, key: identity.server.key }, 'key'],
      ['client-certificate', { certificate, key: ed }, 'key'],
      ['client-certificate', { certificate: `${certificate}\n${'#'.repeat(1_000_000)}`, key }, 'certificate'],
      ['client-certificate', { certificate, key: `${key}\n${'#'.repeat(1_000_000)}` }, 'key'],
      ['authority-certificate', { certificate: identity.authority.key }, 'certificate'],
      ['authority-certificate', { certificate: ' ' }, 'certificate'],
      [
        'authority-certificate',
        { certificate: `${certificate}${' '.repeat(10)}${'#'.repeat(1_000_000)}` },
        'certificate',
      ],
    ];
    for (const [action, input, path] of cases) await refused(till, action, input, path);
    expect(till.overview).toMatchObject({ client: null, authority: null });
  });

  it('that run out are told of in time', async () => {
    const till = await Till.open();
    await till.act('client-certificate', identity.client);
    await till.act('authority-certificate', { certificate: identity.authority.certificate });
    const codes = () => till.problems.map((p) => [p.code, p.severity, p.params?.date]);
    expect(codes()).toStrictEqual([['TEST_KEY', 'warning', undefined]]);
    till.clock.set(new Date(till.clock.now() + 2 * YEAR_MS - 29 * 24 * 3_600_000).toISOString());
    expect(codes()).toContainEqual(['CLIENT_CERT_EXPIRES', 'warning', '2028-05-03']);
    expect(codes()).toContainEqual(['AUTHORITY_CERT_EXPIRES', 'warning', '2028-05-03']);
  });
});

describe('actions', () => {
  it.each(['', 'x', 'Login', '__proto__', 'constructor', 'toString', 'exported'])(
    '%j is none',
    async (action) => {
      const till = await Till.open();
      await refused(till, action, {}, '');
    },
  );

  it.each<[string, Tree, string]>([
    ['open', {}, 'type'],
    ['open', { type: 'XX' }, 'type'],
    ['open', { type: 'constructor' }, 'type'],
    ['open', { type: ['FT'] }, 'type'],
    ['open', { type: 'FS', from: '2026-05-03' }, 'from'],
    ['open', { type: 'FS', from: '2028-01-01' }, 'from'],
    ['open', { type: 'FS', from: '2027-02-29' }, 'from'],
    ['open', { type: 'FS', from: 'x' }, 'from'],
    ['code', { series: 'FS 1_1.24', code: 'AAJFJ2K6' }, 'series'],
    ['code', { series: 'FS 1_1.28', code: 'AAJFJ2K6' }, 'series'],
    ['code', { series: 'FS 1_1.99', code: 'AAJFJ2K6' }, 'series'],
  ])('%s with %j is refused', async (action, input, path) => {
    await refused(await Till.open(), action, input, path);
  });

  it('a code that was made up for tests is not taken for one of the authority', async () => {
    const till = await Till.open();
    const code = ownSeriesCode('599999993', 'FS 1_1.26');
    await refused(till, 'code', { series: 'FS 1_1.26', code }, 'code');
  });

  it.each([
    [undefined, 'FS 1_1.26', '2026-05-04'],
    ['2026-05-04', 'FS 1_1.26', '2026-05-04'],
    // Its documents of today would be older than their series.
    ['2026-12-24', 'FS 1_1.26', '2026-05-04'],
    ['2027-01-01', 'FS 1_1.27', '2027-01-01'],
    ['2027-03-05', 'FS 1_1.27', '2027-01-01'],
  ])('opening from %s opens %s from %s', async (from, id, first) => {
    const till = await Till.open();
    expect(await till.act('open', { type: 'FS', ...(from !== undefined && { from }) })).toMatchObject({
      result: { id },
    });
    expect(till.series[id]).toMatchObject({ from: first });
  });

  it('opening with the own key needs nobody', async () => {
    const till = await Till.open();
    expect(await till.act('open', { type: 'FT' })).toMatchObject({ result: { id: 'FT 1_1.26' } });
    expect(await till.act('open', { type: 'FT' })).toMatchObject({ result: { id: 'FT 1_1.26' } });
    expect(Object.keys(till.series)).toStrictEqual(['FT 1_1.26']);
    expect(await events(till)).toHaveLength(1);
  });
});
