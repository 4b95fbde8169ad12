import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandOver } from '../../register/e-invoicing.ts';
import { invoiceRecord } from '../../register/invoice-record.ts';
import { testCompany } from '../testing/company.ts';
import { ADMIN_KEY, type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, saleLine } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

const AT = '2026-11-22T10:00:00';
const XML = '<?xml version="1.0" encoding="utf-8"?>\n<Invoice>\tä €</Invoice>';
const head = (type: string, sq: number) => ({ _: type, SQ: sq, RN: 'def', D: AT });

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

it('gives the e-invoice of a receipt byte for byte, and none that is not of it', async () => {
  const register = await testRegister(portal, await testCompany(portal));
  const entry: HandOver = {
    ...{ sq: 2, id: 'a1b2c3d4-0000-8000-8000-000000000000', since: AT, cfg: 1, route: {} },
    ...{ document: null, underWay: false, rejected: null },
  };
  const { _: type, ...values } = invoiceRecord(entry, { xml: XML, number: '../R 1', form: 'ubl' });
  const late = (sq: number, Of: number, Document: unknown) =>
    JSON.stringify({ ...head('Fis', sq), Of, About: 'EInvoice', Fis: { EInvoice: { Document } } });
  const lines = [
    JSON.stringify({ ...head('Cfg', 1), Cfg: { Cmp: { Ctry: 'LU', TaxId: 'LU1' } } }),
    saleLine(2),
    saleLine(3),
    JSON.stringify({ ...head(type, 4), ...values }),
    ...[late(5, 2, 4), late(6, 3, 4)],
  ];
  expect((await handIn(register, 1, lines)).status).toBe(200);
  const base = `${portal.url}/Company/${register.companyId}/Records/${register.registerId}`;
  const ask = (sq: number) => fetch(`${base}/${sq}/EInvoice`, { headers: { api_key: ADMIN_KEY } });
  const answer = await ask(2);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="R-1_a1b2c3d4.xml"');
  expect(await answer.text()).toBe(XML);
  expect((await ask(3)).status).toBe(404);
  expect((await ask(1)).status).toBe(404);
});
