import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notedRoute } from '../../e-invoicing/routes.ts';
import { samples } from '../../e-invoicing/testing/samples.ts';
import type { HandOver } from '../../register/invoices/e-invoicing.ts';
import { invoiceRecord } from '../../register/invoices/invoice-record.ts';
import { attachmentsOf } from '../../testing/pdf/file.ts';
import { testCompany } from '../testing/company.ts';
import { ADMIN_KEY, type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, saleLine } from '../testing/records.ts';
import { type TestRegister, testRegister } from '../testing/register.ts';

const AT = '2026-11-22T10:00:00';
const NUMBER = 'FS 1_1.26/2';
const ID = 'a1b2c3d4-0000-8000-8000-000000000000';
const XML = '<?xml version="1.0" encoding="utf-8"?>\n<Invoice>\tä €</Invoice>';
const head = (type: string, sq: number) => ({ _: type, SQ: sq, RN: 'def', D: AT });
const ENTRY: HandOver = {
  ...{ sq: 2, id: ID, since: AT, cfg: 1, route: {} },
  ...{ document: null, underWay: false, rejected: null },
};
const cfgLine = JSON.stringify({ ...head('Cfg', 1), Cfg: { Cmp: { Ctry: 'LU', TaxId: 'LU1' } } });

/** A line with an invoice of record 2. */
function madeLine(
  sq: number,
  made: { xml: string; number: string; form: string },
  more: object = {},
): string {
  const { _: type, ...values } = invoiceRecord(ENTRY, made);
  return JSON.stringify({ ...head(type, sq), ...values, ...more });
}

/** A line with what became of an invoice. */
const lateLine = (sq: number, Of: number, EInvoice: object, more: object = { About: 'EInvoice' }) =>
  JSON.stringify({ ...head('Fis', sq), Of, ...more, Fis: { EInvoice } });

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

/** A register that has handed in records, and how to ask for what belongs to them. */
async function archive(lines: readonly string[]) {
  const register = await testRegister(portal, await testCompany(portal));
  expect((await handIn(register, 1, lines)).status).toBe(200);
  return { register, ask: asking(register) };
}

function asking({ companyId, registerId }: TestRegister) {
  const base = `${portal.url}/Company/${companyId}/Records/${registerId}`;
  return (sq: number, what = '') =>
    fetch(`${base}/${sq}/EInvoice${what}`, { headers: { api_key: ADMIN_KEY } });
}

it('gives the e-invoice of a receipt byte for byte, and none that is not of it', async () => {
  const { ask } = await archive([
    ...[cfgLine, saleLine(2), saleLine(3)],
    madeLine(4, { xml: XML, number: '../R 1', form: 'ubl' }),
    ...[lateLine(5, 2, { Document: 4 }), lateLine(6, 3, { Document: 4 })],
  ]);
  const answer = await ask(2);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="R-1_a1b2c3d4.xml"');
  expect(await answer.text()).toBe(XML);
  for (const what of ['', '/Pdf']) {
    expect((await ask(3, what)).status).toBe(404);
    expect((await ask(1, what)).status).toBe(404);
  }
});

it('is refused with a reason where the record with the invoice is damaged', async () => {
  const lines = (more: object) => [
    ...[cfgLine, saleLine(2), madeLine(3, { xml: XML, number: 'R 1', form: 'factur-x' }, more)],
    lateLine(4, 2, { State: 'delivered', Document: 3 }),
  ];
  for (const more of [{ Data: 'x' }, { Data: null }, { Digest: 'x' }]) {
    const { ask } = await archive(lines(more));
    for (const what of ['', '/Pdf']) {
      const answer = await ask(2, what);
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining('the e-invoice in record 3 is damaged: only its line can be read'),
      ]);
    }
    expect((await ask(2, '/History')).status).toBe(200);
  }
});

describe('a PDF file with the invoice inside', () => {
  const [sample] = fc.sample(samples('several rates', 'peppol'), { numRuns: 1, seed: 7 });
  const { esr, cfg, route } = sample!;
  const lines = (form: string, more: object = {}) => [
    JSON.stringify({ ...head('Cfg', 1), Cfg: cfg }),
    saleLine(2, { esr }),
    madeLine(3, { xml: XML, number: NUMBER, form }, { Route: notedRoute(route), ...more }),
    lateLine(4, 2, { Document: 3 }),
  ];

  beforeAll(async () => {
    // The first invoice waits until the library is loaded: who is told that it takes too long may repeat.
    const { ask } = await archive(lines('peppol'));
    await vi.waitFor(async () => expect((await ask(2, '/Pdf')).status).toBe(200), { timeout: 60_000 });
  }, 60_000);

  it('has the XML that was made, where that is in CII', async () => {
    const { ask } = await archive(lines('factur-x'));
    const answer = await ask(2, '/Pdf');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="FS-1-1-26-2_a1b2c3d4.pdf"');
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect((await attachmentsOf(pdf)).map(({ bytes }) => bytes.toString('utf8'))).toEqual([XML]);
    // The same bytes each time: a file that was kept can be held against another one.
    expect(Buffer.from(await (await ask(2, '/Pdf')).arrayBuffer()).equals(pdf)).toBe(true);
  });

  it('has the same invoice in CII, where another form was handed over', async () => {
    const { ask } = await archive(lines('peppol'));
    const pdf = Buffer.from(await (await ask(2, '/Pdf')).arrayBuffer());
    const [xml] = await attachmentsOf(pdf);
    const text = xml!.bytes.toString('utf8');
    expect(text).toContain('CrossIndustryInvoice');
    expect(text).toContain(`>${NUMBER}<`);
    expect(text).toMatch(new RegExp(`GrandTotalAmount[^>]*>${esr.T}<`));
  });

  it.each([
    ['a form and channel of another version', { Route: { channel: 'pigeon' } }, 409, 'only the XML is there'],
    ['no route', { Route: undefined }, 409, 'only the XML is there'],
    ['another number', { Number: 'R 1' }, 409, 'in place of R 1'],
    ['no configuration', { CfgSq: 'x' }, 404, 'e-invoice of record 2'],
  ])('is refused with a reason for %s', async (_what, more, status, text) => {
    const { ask } = await archive(lines('peppol', more));
    const answer = await ask(2, '/Pdf');
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)]);
    expect((await ask(2)).status).toBe(200);
  });

  it('is not laid out for a receipt that would keep everybody else waiting', async () => {
    const long = { ...esr, Txt: [{ _: 'Txt', value: 'x'.repeat(100_000) }] };
    const [cfgOf, , ...rest] = lines('factur-x');
    const { ask } = await archive([cfgOf!, saleLine(2, { esr: long }), ...rest]);
    expect((await ask(2, '/Pdf')).status).toBe(413);
  });
});

describe('what became of an invoice', () => {
  const state = (State: string, D: string, more: object = {}) => ({
    ...{ Id: ID, System: 'PEPPOL-TEST', Form: 'peppol', State, D: `2026-11-22T${D}` },
    ...more,
  });
  const queued = JSON.stringify({
    ...(JSON.parse(saleLine(2, { esr: { DDto: '0088:4000001123452' } })) as object),
    Fis: { EInvoice: state('queued', '10:00:00') },
  });
  const made = madeLine(
    3,
    { xml: XML, number: 'R 1', form: 'peppol' },
    { Route: { channel: 'access-point' } },
  );

  it('is told step by step, with time, reason and channel', async () => {
    const rejected = state('rejected', '10:01:00', { Reason: 'nobody is there', Document: 3 });
    const { ask } = await archive([
      ...[cfgLine, queued, made, lateLine(4, 2, rejected)],
      // An authority that gives its number says nothing of the invoice.
      lateLine(5, 2, rejected, {}),
      lateLine(6, 2, state('settled', '11:00:00', { Reason: 'by post', Reference: 'r', Document: 3 })),
    ]);
    expect(await (await ask(2, '/History')).json()).toMatchObject({
      ...{ sq: 2, state: 'settled', id: ID, number: 'R 1', system: 'PEPPOL-TEST', form: 'peppol' },
      ...{ channel: 'access-point', recipient: '0088:4000001123452' },
      digest: createHash('sha256').update(XML).digest('hex'),
      history: [
        { state: 'queued', time: '2026-11-22T10:00:00', sq: 2 },
        { state: 'made', time: AT, sq: 3 },
        { state: 'rejected', time: '2026-11-22T10:01:00', sq: 4, reason: 'nobody is there' },
        { state: 'settled', time: '2026-11-22T11:00:00', sq: 6, reason: 'by post', reference: 'r' },
      ],
    });
  });

  it('is known before the invoice is made, and of no receipt that asked for none', async () => {
    const { ask } = await archive([cfgLine, queued, saleLine(3)]);
    expect(await (await ask(2, '/History')).json()).toMatchObject({
      ...{ state: 'queued', number: null, channel: null, digest: null },
      history: [{ state: 'queued' }],
    });
    expect((await ask(3, '/History')).status).toBe(404);
    expect((await ask(9, '/History')).status).toBe(404);
  });

  it('is not told with gaps, where records are sealed', async () => {
    const sealed = JSON.stringify({ ...head('Sealed', 4), Data: 'x' });
    const { ask } = await archive([cfgLine, queued, made, sealed]);
    expect([(await ask(2, '/History')).status, (await ask(2, '/Pdf')).status]).toEqual([409, 409]);
  });

  it('is what searches and tables ask for', async () => {
    const { register } = await archive([
      ...[cfgLine, queued, made, saleLine(4, { esr: { Txt: [{ _: 'Txt', value: '"EInvoice"' }] } })],
      lateLine(5, 2, state('rejected', '10:01:00', { Document: 3 })),
    ]);
    const { companyId } = register;
    const find = async (eInvoice: string) =>
      (
        await portal.ask<{ Rec: { SQ: number }[] }>(
          'GET',
          `/Company/${companyId}/Records?eInvoice=${eInvoice}`,
        )
      ).Rec.map(({ SQ }) => SQ);
    expect([await find('any'), await find('rejected'), await find('queued')]).toEqual([[2], [2], []]);
    const wrong = await portal.send('GET', `/Company/${companyId}/Records?eInvoice=lost`);
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'eInvoice' }] } });
    const table = await portal.send('GET', `/Company/${companyId}/Records/Csv?eInvoice=any`);
    expect(String(table.body).trim().split('\r\n')).toEqual([
      expect.stringMatching(/,eInvoice$/),
      expect.stringMatching(/,rejected$/),
    ]);
  });
});
