/** The description against the portal: every route, and an answer of every operation. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { invoiceRecord } from '../../register/invoices/invoice-record.ts';
import type { Operation } from '../api/operation.ts';
import { archiveKey } from '../archive/archive-key.ts';
import { OPERATIONS } from '../operations/list.ts';
import { setUpPortal, TestBrowser } from '../testing/browser.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { contractErrors } from '../testing/contract.ts';
import { tokenOf } from '../testing/mail.ts';
import { handleOf } from '../../register/paper/digital-receipts.ts';
import type { HandledRecord } from '../../receipt/document-handle.ts';
import { type Answer, testPortal, type TestPortal } from '../testing/portal.ts';
import { handIn, saleLine } from '../testing/records.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';
import { portalOpenApi, type PortalOpenApi } from './document.ts';
import { DESCRIBED_ROUTES } from './routes.ts';

/** What a register remembers of an invoice, as far as its record says nothing of it. */
const HAND_OVER = { since: '', cfg: 2, document: null, underWay: false, rejected: null };

const api = portalOpenApi(OPERATIONS);
const shown = new Set<string>();

let portal: TestPortal;
let browser: TestBrowser;
let company: number;
let location: number;
let register: TestRegister;

beforeAll(async () => {
  portal = await testPortal();
  company = await testCompany(portal);
  location = await testLocation(portal, company, 'L1');
  register = await testRegister(portal, company, { tl: 'L1' });
});
afterAll(() => portal.stop());

type Values = Readonly<Record<string, string | number>>;

function operationOf(id: string): Operation {
  return OPERATIONS.find((operation) => operation.id === id)!;
}

function filled(path: string, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));
}

/** Holds an answer against the description, and notes that the operation was shown. */
function isDescribed(described: Parameters<typeof contractErrors>[0], answer: Answer): void {
  expect({
    id: described.id,
    status: answer.status,
    body: answer.status === 200 ? null : (answer.body as unknown),
  }).toEqual({ id: described.id, status: 200, body: null });
  expect({ id: described.id, errors: contractErrors(described, answer) }).toEqual({
    id: described.id,
    errors: [],
  });
  shown.add(described.id);
}

/** Asks with the administrator's key. */
async function ask(id: string, values: Values = {}, body?: unknown, query = ''): Promise<Answer['body']> {
  const operation = operationOf(id);
  const answer = await portal.send(operation.method, filled(operation.path, values) + query, body);
  isDescribed(operation, answer);
  return answer.body;
}

/** Asks on the page. */
async function visit(
  id: string,
  body?: unknown,
  values: Values = {},
  from = browser,
): Promise<Answer['body']> {
  const operation = operationOf(id);
  const answer = await from.send(operation.method, filled(operation.path, values), body);
  isDescribed(operation, answer);
  return answer.body;
}

const ADDRESS = { address: 'Rua 1', city: 'Coimbra', zip: '3000', countryCode: 'PT' };
const COMPANY = { name: 'Casa', taxId: 'PT599999993', ...ADDRESS };
const PASSWORD = 'a password that is long enough';

it('names every route of the portal, and no other', () => {
  interface Layer {
    route?: { path: string; stack: { method?: string }[] };
    handle?: { stack?: Layer[] };
  }
  const routesOf = (layers: readonly Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => [
      ...(route?.stack ?? []).map(({ method }) => `${method} ${route!.path.replace(/:(\w+)/g, '{$1}')}`),
      ...routesOf(handle?.stack ?? []),
    ]);
  const { router } = portal.portal.app as unknown as { router: { stack: Layer[] } };
  const described = Object.entries(api.paths).flatMap(([at, methods]) =>
    Object.keys(methods).map((method) => `${method} ${at}`),
  );
  expect([...new Set(routesOf(router.stack))].sort()).toEqual(described.sort());
});

it('describes entities as they are answered', async () => {
  const { organizationId } = await ask('createOrganization', {}, { parentEntityId: 2, name: 'Group' });
  await ask('updateOrganization', { organizationId }, { name: 'Group 2', userComment: 'x' });
  await ask('getOrganization', { organizationId });
  await ask('searchOrganizations', {}, {});
  const created = await ask('createCompany', {}, { parentEntityId: organizationId, ...COMPANY });
  const { companyId } = created as { companyId: number };
  await ask('updateCompany', { companyId }, { ...COMPANY, countryProperties: { DE_WIdNr: 'DE123456789' } });
  await ask('getCompany', { companyId });
  await ask('searchCompanies', {}, { searchText: 'Casa' });
  const place = { parentEntityId: companyId, name: 'Loja', ...ADDRESS, locationIdentification: '1' };
  const { locationId } = await ask('createLocation', {}, place);
  await ask('updateLocation', { locationId }, place);
  await ask('getLocation', { locationId });
  const contact = { contactName: 'Ana', emailAddress: 'a@b.pt', contactType: 'InvoiceContact' };
  const { contactId } = await ask('createContact', {}, { companyId, ...contact });
  await ask('getContacts', { companyId });
  await ask('updateContact', { companyId, contactId }, { ...contact, phoneNumber: '+351 239 000 000' });
  await ask('deleteContact', { companyId, contactId });
  await ask('getTree', { companyId: 2 });
  await ask('deactivateLocation', { locationId }, undefined, '?deactivateAfterYear=2030');
  await ask('keepLocation', { locationId });
  await ask('deactivateCompany', { companyId }, undefined, '?deactivateAfterYear=2030');
  await ask('keepCompany', { companyId });
  await ask('deactivateCompany', { companyId });
});

it('describes the operations of the guide as they are answered', async () => {
  await ask('testKey');
  await ask('guideCreateOrganization', {}, { ownerCompanyId: 2, name: 'Guide' });
  const { companyId } = await ask(
    'guideCreateCompany',
    {},
    { ownerCompanyId: 2, ...COMPANY, taxIdType: 'VAT' },
  );
  await ask('guideCreateLocation', {}, { ownerCompanyId: companyId, name: 'Loja', ...ADDRESS });
  await ask(
    'guideCreateContact',
    {},
    { companyId, realName: 'Ana', emailAddress: 'a@b.pt', contactType: 'InvoiceContact' },
  );
  await ask('guideSearchCompanies', {}, {});
});

it('describes registers, their troubles and their records as they are answered', async () => {
  const problems = [{ code: 'NO_CFG', level: 'error' }];
  const at = '2026-11-22T10:00:00Z';
  const state = { version: '3.0.0', queued: 0, diskUsage: 1, problems, at };
  isDescribed(routeOf('reportState'), await register.send('POST', '/state', state));
  isDescribed(routeOf('getRegisterBaseData'), await register.send('GET', '/cfg'));
  const cfg = JSON.stringify({
    ...{ _: 'Cfg', SQ: 2, RN: 'def', D: '2026-11-22T09:00:00' },
    Cfg: { Cmp: { Ctry: 'PT', TaxId: 'PT599999993' } },
  });
  const head = (type: string, SQ: number) => ({ _: type, SQ, RN: 'def', D: '2026-11-22T10:00:00', Of: 3 });
  const made = { xml: '<Invoice/>', number: 'R 1', form: 'cii' };
  const invoice = invoiceRecord({ ...HAND_OVER, sq: 3, cfg: 2, id: 'a1b2c3d4', route: {} }, made);
  const lines = [
    ...[saleLine(1), cfg, saleLine(3)],
    JSON.stringify({ ...invoice, ...head('EInvoice', 4) }),
    JSON.stringify({ ...head('Fis', 5), About: 'EInvoice', Fis: { EInvoice: { Document: 4 } } }),
  ];
  isDescribed(routeOf('handInRecords'), await handIn(register, 1, lines));
  isDescribed(routeOf('getOwnRecord'), await register.send('GET', '/records/1'));
  const program = { product: 'P', version: '1', producer: { name: 'N', taxId: '1' }, certificate: '1' };
  isDescribed(routeOf('handInInstallation'), await register.send('PUT', '/installation', { program }));
  const { serial } = await archiveKey(portal.portal.services.db);
  isDescribed(routeOf('getArchiveKey'), await portal.send('GET', `/cer/${serial}`, undefined, null));
  const { registerId } = register;
  const values = { companyId: company, registerId, sq: 1 };
  await ask('getRegisters', values);
  await ask('getRegister', values);
  await ask('updateRegister', values, { name: 'Caixa 1', locationId: location });
  await ask('getNotifications', values);
  await ask('guideGetNotifications', values);
  await ask('searchNotifications');
  await ask('searchRecords', values);
  await ask('getRecord', values);
  await ask('exportReceipts', values);
  await ask('getTurnover', values);
  await ask('getOverview');
  await ask('printRecord', { ...values, sq: 3 });
  await ask('downloadEInvoice', { ...values, sq: 3 });
  await ask('downloadEInvoicePdf', { ...values, sq: 3 });
  await ask('getEInvoiceHistory', { ...values, sq: 3 });
  await ask('getDigitalReceipts', values);
  await ask('updateDigitalReceipts', values, { days: 30 });
  await ask('getDigitalReceiptExample', values);
  await ask('getDigitalReceipt', { ...values, sq: 3 });
  const access = await register.send('GET', '/receipts');
  isDescribed(routeOf('getReceiptAccess'), access);
  const { key, address } = access.body as { key: string; address: string };
  const sale = JSON.parse(lines[2]!) as HandledRecord;
  const { handle } = handleOf({ registerId, key: Buffer.from(key, 'base64'), address }, sale);
  for (const [id, name] of [
    ['lookAtReceipt', 'look'],
    ['getReceiptPdf', 'pdf'],
    ['getReceiptData', 'data'],
  ] as const)
    isDescribed(routeOf(id), await portal.send('POST', `/receipt/v1/${name}`, { handle }, null));
  await ask('updateDigitalReceipt', { ...values, sq: 3 }, { shown: false, reason: 'other' });
  await ask('verifyRecords', values);
  await ask('exportRecords', values, undefined, '?type=jou');
  await ask('settleProblem', { ...values, code: 'ARCHIVE_CONFLICT' });
  await ask('getBadge', values);
  await ask('makeBadge', values);
  await ask('getCloudCredentials', values);
  await ask('renewCloudCredentials', values);
  await ask('addCloudRegister', values, { url: 'https://cloud1.example' });
  await ask('changeCloudRegister', { ...values, number: 1 }, { closed: false });
  await ask('addCloudTerminal', values, { TL: 'C1', TT: '1' });
  await ask('getCloudRegisters', values);
  await ask('closeCloudTerminals', values, { closed: true });
  await ask('getCloudTerminals', values);
  await ask('removeCloudTerminal', values, undefined, '?TL=C1&TT=1');
  await ask('removeCloudRegister', { ...values, number: 1 });
  await ask('getBaseData', values);
  await ask('updateBaseData', values, { company: {}, locations: [], registers: [] });
});

it('describes licences as they are answered', async () => {
  const prices = [{ productId: 1, price: '12.50' }];
  await ask('setPriceList', {}, { validFrom: '2026-11-22', currency: 'EUR', prices });
  await ask('setPriceList', {}, { validFrom: '2027-01-01', currency: 'EUR', prices });
  await ask('getPriceLists');
  await ask('removePriceList', { validFrom: '2027-01-01' });
  const { products } = (await ask('getProducts')) as { products: { productId: number }[] };
  const items = [{ id: products[0]!.productId, amount: 1, amountAssignment: 'Register' }];
  const { licenses } = (await ask('purchase', {}, { companyId: company, items })) as {
    licenses: { licenseId: number; licenseKey: string }[];
  };
  const { licenseId, licenseKey } = licenses[0]!;
  isDescribed(routeOf('getRegisterLicense'), await register.send('GET', `/license/${licenseKey}`));
  isDescribed(routeOf('activateRegisterLicense'), await register.send('PUT', `/license/${licenseKey}`));
  const values = { companyId: company, licenseId };
  await ask('getPurchases', values);
  await ask('getLicenses', values);
  await ask('assignLicense', values, { registerId: null });
  await ask('endLicense', values);
  await ask('deactivateRegister', { companyId: company, registerId: register.registerId });
});

it('describes people, keys and sessions as they are answered', async () => {
  browser = new TestBrowser(portal);
  await visit('getSetup');
  browser = await setUpPortal(portal);
  shown.add('setUp');
  await visit('getSession');
  await visit('changeAccount', { name: 'Ana' });
  await visit('getNotificationMails');
  await visit('changeNotificationMails', { mails: 'daily', timeZone: 'Europe/Lisbon' });
  await visit('forgotPassword', { email: 'ana@example.com' });
  const mails = path.join(portal.folder, 'mail');
  const token = (kind: string) =>
    vi.waitFor(() => {
      const texts = fs.readdirSync(mails).map((file) => fs.readFileSync(path.join(mails, file), 'utf8'));
      const raw = texts.find((text) => text.includes(`#/${kind}/`));
      return tokenOf({ from: '', to: [], raw: raw! });
    });
  const invited = { companyId: 2, emailAddress: 'ben@example.com', role: 'VIEWER' };
  const { invitationId } = await ask('inviteUser', {}, invited);
  await ask('getInvitations', { entityId: 2 });
  const open = await token('invitation');
  await visit('getInvitation', undefined, { token: open });
  const guest = new TestBrowser(portal);
  const accepted = { name: 'Ben', password: PASSWORD, language: 'en' };
  const { user } = (await visit('acceptInvitation', accepted, { token: open }, guest)) as {
    user: { id: number };
  };
  expect(invitationId).toBeGreaterThan(0);
  const second = await ask('inviteUser', {}, { ...invited, emailAddress: 'eve@example.com' });
  await ask('resendInvitation', second as Values);
  await ask('withdrawInvitation', second as Values);
  await ask('getUsers', { entityId: 2 });
  await ask('getGivenByUser', { entityId: 2, userId: user.id });
  await ask('changeUserRole', { entityId: 2, userId: user.id }, { role: 'EDITOR' });
  await ask('removeUser', { entityId: 2, userId: user.id });
  await visit('resetPassword', { token: await token('reset'), password: PASSWORD });
  await visit('signIn', { email: 'ana@example.com', password: PASSWORD });
  await visit('signOut');
  const key = await ask('createApiKey', { entityId: 2 }, { name: 'Till', role: 'VIEWER' });
  await ask('getApiKeys', { entityId: 2 });
  await ask('revokeApiKey', key as Values);
  await ask('getAudit', { entityId: 2 });
});

it('has shown an answer of every operation', () => {
  expect(OPERATIONS.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

it('is served, for programs and for people', async () => {
  const { body, headers } = await portal.send('GET', '/openapi.json', undefined, null);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect((body as PortalOpenApi).paths).toEqual(JSON.parse(JSON.stringify(api.paths)));
  const page = await portal.send('GET', '/docs', undefined, null);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  for (const { id } of OPERATIONS) expect(page.body).toContain(`<details class="operation" id="${id}"`);
});

it('refers to schemas that are there, and names every operation once', () => {
  const text = JSON.stringify(api);
  const names = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to!);
  const known = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  const ids = Object.values(api.paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

function routeOf(id: string) {
  return DESCRIBED_ROUTES.find((route) => route.id === id)!;
}
