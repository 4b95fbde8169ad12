import { createPublicKey, webcrypto } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUSTRIA, Till as AustrianTill } from '../../countries/at/testing/till.ts';
import { OIB, openShop } from '../../countries/hr/testing/shop.ts';
import { Till } from '../../countries/pt/testing/till.ts';
import type { ReceiptSignature } from '../../countries/contract/receipt-signature.ts';
import { handleOf, type ReceiptAccess } from '../../register/paper/digital-receipts.ts';
import { testCompany } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { pngOf } from '../testing/picture.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, handInJournal, saleLine } from '../testing/records.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';

const DAY_MS = 24 * 3_600_000;

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal({ publicUrl: 'https://portal.example' });
});
afterAll(() => portal.stop());

const CFG = {
  Cmp: { Nam: 'Padaria Central', label: 'Central', Ctry: 'LU', TaxId: 'LU1' },
  Loc: { TL: '1', Nam: 'Chiado' },
};
const cfgLine = JSON.stringify({ _: 'Cfg', SQ: 1, RN: 'def', D: '2026-11-22T09:00:00', Cfg: CFG });

async function accessOf(register: TestRegister): Promise<ReceiptAccess> {
  const { status, body } = await register.send('GET', '/receipts');
  expect(status).toBe(200);
  const { registerId, key, address } = body as { registerId: number; key: string; address: string };
  return { registerId, key: Buffer.from(key, 'base64'), address };
}

/** A register with one sale, not handed in yet. */
async function soldOnce(esr: object = {}) {
  const companyId = await testCompany(portal);
  const register = await testRegister(portal, companyId);
  const line = saleLine(2, { esr: { TN: '1', ...esr } });
  const links = handleOf(await accessOf(register), JSON.parse(line) as never);
  return { companyId, register, links, arrive: () => handIn(register, 1, [cfgLine, line]) };
}

const ask = (name: string, body: object) => portal.send('POST', `/receipt/v1/${name}`, body, null);
const look = async (handle: string, more: object = {}) => (await ask('look', { handle, ...more })).body;
const small = ({ smallLink }: { smallLink: string }) => smallLink.split('#')[1]!;

it('gives a register the same key again, and each another one', async () => {
  const companyId = await testCompany(portal);
  const one = await testRegister(portal, companyId);
  const other = await testRegister(portal, companyId, { rn: 'other' });
  const access = await accessOf(one);
  expect(access).toMatchObject({ registerId: one.registerId, address: 'https://portal.example/r#' });
  expect(await accessOf(one)).toEqual(access);
  expect((await accessOf(other)).key).not.toEqual(access.key);
  expect((await portal.send('GET', '/recorder/v1/receipts', undefined, null)).status).toBe(401);
});

it('waits for the record, then shows it by both forms of the handle', async () => {
  const { links, arrive } = await soldOnce();
  expect(await look(links.handle)).toEqual({ state: 'waiting' });
  await arrive();
  const shown = await look(links.handle);
  expect(shown).toMatchObject({ state: 'ready', company: 'Central', place: 'Chiado', signature: 'country' });
  expect(shown.text).toContain('Padaria Central');
  expect(await look(small(links).toLowerCase())).toEqual(shown);
});

it('answers a handle of nobody as one that waits, and not any number of times', async () => {
  const { links, arrive } = await soldOnce();
  await arrive();
  const guessed = (i: number) => `${links.handle.slice(0, 20)}${String(i).padStart(11, '0')}`;
  expect(await look(guessed(40))).toEqual({ state: 'waiting' });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => ask('look', { handle: guessed(i) })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  // Who has a receipt is not kept waiting by those who guess.
  expect(await look(links.handle)).toMatchObject({ state: 'ready' });
  portal.clock.advance(DAY_MS / 24);
});

it('does not open the record that has got the number of a lost one', async () => {
  const { register, links } = await soldOnce();
  await handIn(register, 1, [cfgLine, saleLine(2, { at: '2026-11-22T11:00:00', esr: { TN: '1' } })]);
  expect(await look(links.handle)).toEqual({ state: 'waiting' });
});

it.each([
  [{ Nam: 'Ana Silva', Zip: '1200-001', City: 'Lisboa' }, 'zip', '1200 001'],
  [{ TaxId: 'PT510987656' }, 'taxId', '510987656'],
  [{ Nam: 'José Araújo' }, 'name', 'jose araujo'],
])('asks for something of the customer where the receipt names one: %j', async (Ctm, asked, proof) => {
  const { links, arrive } = await soldOnce({ Ctm });
  await arrive();
  expect(await look(links.handle)).toEqual({ state: 'asks', asked, wrong: false });
  for (const name of ['pdf', 'data'])
    expect((await ask(name, { handle: links.handle, proof: 'x' })).status).toBe(404);
  expect(await look(links.handle, { proof: 'y' })).toEqual({ state: 'asks', asked, wrong: true });
  expect(await look(links.handle, { proof })).toMatchObject({ state: 'ready' });
});

it('does not let the customer be guessed', async () => {
  const { links, arrive } = await soldOnce({ Ctm: { Zip: '1234' } });
  await arrive();
  for (let i = 0; i < 6; i++) await look(links.handle, { proof: `000${i}` });
  expect((await ask('look', { handle: links.handle, proof: '0007' })).status).toBe(429);
});

it('can be had as PDF, JSON and XML', async () => {
  const { links, arrive } = await soldOnce();
  await arrive();
  const { handle } = links;
  const pdf = await ask('pdf', { handle });
  expect([pdf.headers.get('content-type'), pdf.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  expect((await ask('data', { handle })).body).toMatchObject({ Tra: { SQ: 2, ESR: { TN: '1', T: '1.00' } } });
  expect((await ask('data', { handle, format: 'xml' })).body).toContain('<Tra SQ="2"');
});

describe('rules of a company', () => {
  const rules = (companyId: number) => `/Company/${companyId}/DigitalReceipts`;

  it('end pages at once or after days, and add a logo', async () => {
    const { companyId, links, arrive } = await soldOnce();
    await arrive();
    const path = rules(companyId);
    const usual = { companyId, active: true, days: 400, personal: 'asks', logo: null };
    expect(await portal.ask('GET', path)).toEqual(usual);
    const logo = `data:image/png;base64,${pngOf(8, 8).toString('base64')}`;
    await portal.ask('PUT', path, { days: 3, logo });
    expect(await look(links.handle)).toMatchObject({ state: 'ready', logo });
    portal.clock.advance(4 * DAY_MS);
    expect(await look(links.handle)).toEqual({ state: 'ended' });
    expect((await ask('pdf', { handle: links.handle })).status).toBe(404);
    portal.clock.advance(-4 * DAY_MS);
    await portal.ask('PUT', path, { active: false });
    expect(await look(links.handle)).toEqual({ state: 'ended' });
  });

  it.each([
    { logo: 'https://elsewhere.example/logo.png' },
    { logo: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { logo: 'data:image/png;base64,iVBORw0KGgoAAAA=' },
    { logo: `data:image/png;base64,${pngOf(5000, 8).toString('base64')}` },
    { days: 0 },
    { personal: 'open' },
  ])('refuse %j', async (body) => {
    expect((await portal.send('PUT', rules(await testCompany(portal)), body)).status).toBe(400);
  });
});

it('shows receipts that name a customer to nobody, if the company wants so', async () => {
  const { companyId, links, arrive } = await soldOnce({ Ctm: { Nam: 'Ana Silva', Zip: '1200-001' } });
  await arrive();
  await portal.ask('PUT', `/Company/${companyId}/DigitalReceipts`, { personal: 'closed' });
  expect(await look(links.handle)).toEqual({ state: 'ended' });
  expect(await look(links.handle, { proof: '1200-001' })).toEqual({ state: 'ended' });
});

it('does not show a customer that nothing can be asked of', async () => {
  const { links, arrive } = await soldOnce({ Ctm: { Adr: 'Rua das Flores 3' } });
  await arrive();
  expect(await look(links.handle)).toEqual({ state: 'ended' });
});

it.each([
  { TaxId: '999999990', Nam: 'Consumidor final' },
  { TaxId: 'PT999999990', Ctry: 'PT' },
  { Ctry: 'AT' },
])('asks nobody for a customer who is none: %j', async (Ctm) => {
  const { links, arrive } = await soldOnce({ Ctm });
  await arrive();
  expect(await look(links.handle)).toMatchObject({ state: 'ready' });
});

it('shows receipts of a company that is no more, for as long as it has said', async () => {
  const { companyId, links, arrive } = await soldOnce();
  await arrive();
  await portal.ask('PUT', `/api/v2/Public/Company/${companyId}/Deactivate`, {});
  expect(await look(links.handle)).toMatchObject({ state: 'ready' });
  await portal.ask('PUT', `/Company/${companyId}/DigitalReceipts`, { active: false });
  expect(await look(links.handle)).toEqual({ state: 'ended' });
});

it('lays nothing out too often, and keeps short handles waiting behind guesses', async () => {
  const { links, arrive } = await soldOnce();
  await arrive();
  const answers = await Promise.all(Array.from({ length: 31 }, () => ask('look', { handle: links.handle })));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await ask('pdf', { handle: links.handle })).status).toBe(429);
  portal.clock.advance(60_000);
  await Promise.all(Array.from({ length: 40 }, () => ask('look', { handle: 'X'.repeat(31) })));
  expect((await ask('look', { handle: small(links) })).status).toBe(429);
  expect(await look(links.handle)).toMatchObject({ state: 'ready' });
  portal.clock.advance(DAY_MS / 24);
  expect(await look(small(links))).toMatchObject({ state: 'ready' });
});

it('gives what is too long for a page as data', async () => {
  const PosA = Array.from({ length: 2000 }, (_, i) => ({
    ...{ _: 'Pos', PN: String(i + 1), Dsc: 'Tosta mista com queijo da serra', TaxG: 'A', Amt: '0.00' },
  }));
  const { links, arrive } = await soldOnce({ PosA });
  await arrive();
  const { handle } = links;
  expect(await look(handle)).toEqual({ state: 'large' });
  expect((await ask('pdf', { handle })).status).toBe(413);
  expect((await ask('data', { handle })).body).toMatchObject({ Tra: { SQ: 2 } });
});

it('tells customers no tax id of an employee', async () => {
  const { links, arrive } = await soldOnce({ Opr: '1', OprTIN: '12345678903' });
  await arrive();
  const { body } = await ask('data', { handle: links.handle });
  expect(body.Tra.ESR).toMatchObject({ Opr: '1' });
  expect(JSON.stringify(body)).not.toContain('12345678903');
});

it('is kept by no cache and found by no search engine', async () => {
  const { links, arrive } = await soldOnce();
  await arrive();
  for (const handle of [links.handle, 'nobody', '']) {
    const { headers } = await ask('look', { handle });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

it('takes no requests from pages of other sites', async () => {
  const response = await fetch(`${portal.url}/receipt/v1/look`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({ handle: 'x' }),
  });
  expect(response.status).toBe(403);
});

describe('a single receipt', () => {
  const one = (companyId: number, registerId: number, sq = 2) =>
    `/Company/${companyId}/Records/${registerId}/${sq}/DigitalReceipt`;
  const actions = async (companyId: number) => {
    const { items } = await portal.ask<{ items: { action: string; detail: object }[] }>(
      'GET',
      `/Entity/${companyId}/Audit`,
    );
    return items.filter(({ action }) => action.startsWith('digital'));
  };

  it('is taken down and shown again, and stays in the archive', async () => {
    const { companyId, register, links, arrive } = await soldOnce();
    await arrive();
    const { registerId } = register;
    const path = one(companyId, registerId);
    expect(await portal.ask('GET', path)).toMatchObject({
      standing: 'shown',
      link: links.link,
      endsTimestamp: '2027-12-27T10:00:00.000Z',
      hidden: null,
    });
    const hidden = await portal.ask('PUT', path, { shown: false, reason: 'customer' });
    expect(hidden).toMatchObject({ standing: 'hidden', hidden: { reason: 'customer' } });
    expect(await look(links.handle)).toEqual({ state: 'ended' });
    for (const name of ['pdf', 'data']) expect((await ask(name, { handle: links.handle })).status).toBe(404);
    expect(await portal.ask('GET', `/Company/${companyId}/Records/${registerId}/2`)).toMatchObject({
      Rec: { SQ: 2 },
    });
    // Taking down once more changes nothing.
    expect(await portal.ask('PUT', path, { shown: false, reason: 'other' })).toEqual(hidden);
    await portal.ask('PUT', path, { shown: true });
    expect(await look(links.handle)).toMatchObject({ state: 'ready' });
    expect(await actions(companyId)).toMatchObject([
      { action: 'digital receipt shown again', detail: { registerId, sq: 2 } },
      { action: 'digital receipt taken down', detail: { registerId, sq: 2, reason: 'customer' } },
    ]);
  });

  it('cannot be shown again after 30 days', async () => {
    const { companyId, register, arrive } = await soldOnce();
    await arrive();
    const path = one(companyId, register.registerId);
    await portal.ask('PUT', path, { shown: false, reason: 'mistake' });
    portal.clock.advance(31 * DAY_MS);
    expect((await portal.send('PUT', path, { shown: true })).status).toBe(409);
    portal.clock.advance(-31 * DAY_MS);
  });

  it('is taken down by those who manage the company, with a reason, and only where it is', async () => {
    const { companyId, register, arrive } = await soldOnce();
    await arrive();
    const path = one(companyId, register.registerId);
    const viewer = await testKey(portal, companyId, 'VIEWER');
    const body = { shown: false, reason: 'customer' };
    expect((await portal.send('GET', path, undefined, viewer)).status).toBe(200);
    expect((await portal.send('PUT', path, body, viewer)).status).toBe(403);
    expect((await portal.send('PUT', path, { shown: false })).body.errors[0].field).toBe('reason');
    // A configuration, a number that has not arrived, and a register of another company.
    const other = await testCompany(portal);
    for (const wrong of [
      one(companyId, register.registerId, 1),
      one(companyId, register.registerId, 3),
      one(other, register.registerId),
    ])
      expect((await portal.send('PUT', wrong, body)).status).toBe(404);
  });

  it('says why it is not shown to people of the company alone', async () => {
    const { companyId, register, links, arrive } = await soldOnce({ Ctm: { Zip: '1200-001' } });
    await arrive();
    const standing = async () =>
      (await portal.ask<{ standing: string }>('GET', one(companyId, register.registerId))).standing;
    const rules = (body: object) => portal.ask('PUT', `/Company/${companyId}/DigitalReceipts`, body);
    expect(await standing()).toBe('shown');
    await rules({ personal: 'closed' });
    expect(await standing()).toBe('personal');
    await rules({ active: false });
    expect(await standing()).toBe('off');
    await rules({ days: 1 });
    portal.clock.advance(2 * DAY_MS);
    expect(await standing()).toBe('over');
    expect(await look(links.handle)).toEqual({ state: 'ended' });
    portal.clock.advance(-2 * DAY_MS);
  });
});

it('gives people of the company an example without a customer', async () => {
  const companyId = await testCompany(portal);
  const path = `/Company/${companyId}/DigitalReceipts/Example`;
  expect(await portal.ask('GET', path)).toEqual({ example: null });
  const register = await testRegister(portal, companyId);
  const lines = [
    cfgLine,
    saleLine(2, { esr: { TN: '1' } }),
    saleLine(3, { at: '2026-11-22T11:00:00', esr: { Ctm: { Nam: 'Ana' } } }),
  ];
  await handIn(register, 1, lines);
  expect(await portal.ask('GET', path)).toMatchObject({
    example: { company: 'Central', place: 'Chiado', sq: 2 },
  });
});

describe('the fiscal signature', () => {
  const bytes = (base64: string) => Buffer.from(base64, 'base64');

  async function fits({ algorithm, keys, signature, text }: ReceiptSignature): Promise<boolean> {
    const how =
      algorithm === 'ES256'
        ? { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
        : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' };
    const key = await webcrypto.subtle.importKey('spki', bytes(keys[0]!), how, false, ['verify']);
    return webcrypto.subtle.verify(how, key, bytes(signature), Buffer.from(text));
  }

  it('of Austria can be checked with the certificate that came with an earlier receipt', async () => {
    const till = await AustrianTill.open();
    await till.sell('12.00');
    await till.sell('5.00');
    const companyId = await testCompany(portal, { taxId: AUSTRIA.Cmp.TaxId, countryCode: 'AT' });
    const register = await testRegister(portal, companyId, { country: 'AT' });
    await handInJournal(register, till.room.journal);
    const { handle } = handleOf(await accessOf(register), till.register.last!);
    const { signature } = await look(handle);
    expect(signature.algorithm).toBe('ES256');
    expect(await fits(signature)).toBe(true);
    expect(await fits({ ...signature, text: `${signature.text}0` })).toBe(false);
  });

  it('of Croatia is none that anybody can check, and leads to the authority', async () => {
    const shop = await openShop();
    await shop.sell();
    const companyId = await testCompany(portal, { taxId: OIB, countryCode: 'HR' });
    const register = await testRegister(portal, companyId, { country: 'HR' });
    await handInJournal(register, shop.room.journal);
    const { handle } = handleOf(await accessOf(register), shop.register.last!);
    const { signature, check } = await look(handle);
    expect(signature).toBe('country');
    expect(check).toBe(shop.register.last!.Fis!.Code);
    expect(check).toMatch(/^https:\/\/porezna\.gov\.hr\/rn\?jir=/);
  });

  it('of Portugal covers the document before', async () => {
    const till = await Till.open();
    await till.sell();
    await till.sell();
    const register = await testRegister(portal, await testCompany(portal, { state: 'Test' }));
    await handInJournal(register, till.room.journal);
    const { handle } = handleOf(await accessOf(register), till.register.last!);
    expect(await look(handle)).toMatchObject({ state: 'ready', signature: 'missing' });
    const publicKey = createPublicKey(till.key!.privateKey);
    await register.send('PUT', '/installation', {
      program: { product: 'P', version: '1', producer: { name: 'N', taxId: '1' }, certificate: '0' },
      publicKeys: { 'a.pem': publicKey.export({ type: 'spki', format: 'pem' }) },
    });
    const { signature } = await look(handle);
    expect(signature.algorithm).toBe('RSA-SHA1');
    expect(await fits(signature)).toBe(true);
    expect(await fits({ ...signature, text: signature.text.replace('2026', '2025') })).toBe(false);
  });
});
