/** Invoices of a till over the wire, with NAV Online Számla beside it. */
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator, USER } from '../../../emulators/nav/emulator.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService } from '../../../testing/running-service.ts';
import { officialSchema } from '../../base/testing/schema.ts';
import { CFG, CUSTOMER, NOW, pay, pos } from '../testing/shop.ts';

const INVOICE: Tree = {
  NFS: 'Invoice',
  Ctm: CUSTOMER,
  PosA: [
    pos('Kávé', 'C', '1180.00', { Qty: '2', Pri: '590.00' }),
    pos('Kenyér & vaj', 'A', '52.00', { Qty: '0.5', QtyU: 'kg', Pri: '104.00' }),
    pos('Tanfolyam', 'E', '5000.00', { QtyU: 'alkalom' }),
    pos('Egyéb', 'D', '100.00'),
    pos('Újság', 'B', '118.00', { PN: '5' }),
    { _: 'Mod', PN: '5', Dsc: 'Akció', Amt: '-18.00' },
  ],
  PayA: [pay('debitcard', '6432.00')],
};
const FN = (n: number) => `BP1-1/2026/${String(n).padStart(6, '0')}`;

async function openOffice(cfg: Tree = CFG) {
  const clock = new ManualClock(NOW);
  const heard: { operation: string; request: string }[] = [];
  let lost = '';
  const nav = await startEmulator({
    clock,
    onRequest(operation, request) {
      heard.push({ operation, request });
      if (operation === lost) nav.drop(1, 'after');
      if (operation === lost) lost = '';
    },
  });
  onTestFinished(() => nav.stop());
  const running = await runService({ cfg: null, clock });
  // NAV answers at once, or the line is cut; a machine with much to do takes its time.
  const set = await running.post('/profile', { Attributes: `HU_Nav=${nav.url} Fiscal_Timeout=25000` });
  expect(set.status).toBe(200);
  await running.post('/cfg', { Cfg: cfg });
  const { user, password, signKey, exchangeKey } = USER;
  const act = (action: string, input = {}) => running.post(`/control/country/${action}`, input);
  const sell = async (esr: Tree = INVOICE, route = '/register') =>
    (await running.post(route, { Tra: { ESR: esr } })).json.TraC;
  const loseAnswerOf = (operation: string) => void (lost = operation);
  return { loseAnswerOf, nav, heard, running, act, sell, login: { user, password, signKey, exchangeKey } };
}

const storedOf = async ({ running }: Awaited<ReturnType<typeof openOffice>>) =>
  (await running.get('/find?sort=asc&_=Tra&limit=99')).json.Rec as { Fis: Record<string, string> }[];

it('issues invoices with numbers without a gap, and tells NAV at once', async () => {
  const office = await openOffice();
  const { sell, act, nav, heard, login } = office;
  expect((await sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_NAV_LOGIN' });
  expect((await act('nav-login', { ...login, exchangeKey: 'short' })).status).toBe(400);
  await act('nav-login', { ...login, exchangeKey: '1234567890123456' });
  expect((await act('echo')).text).toContain('EXCHANGE_KEY');
  await act('nav-login', login);
  expect((await act('echo')).status).toBe(200);
  const first = await sell();
  expect(first).toMatchObject({
    Result: { RC: 'OK' },
    ESR: { FN: FN(1) },
    Fis: { FN: FN(1), HU_Operation: 'CREATE', HU_Transaction: nav.invoices[0]!.transactionId },
  });
  expect(first.Fis.Tag).toContainEqual({ Label: 'Számlaszám', Name: 'InvoiceNumber', Value: FN(1) });
  const person = { ...CUSTOMER, Nam: 'Kiss Éva', TaxId: '' };
  const transfer = await sell({ ...INVOICE, Ctm: person, PayA: [pay('open', '6432.00')] });
  expect(transfer.Fis.FN).toBe(FN(2));
  const foreign = await sell({ ...INVOICE, Ctm: { ...CUSTOMER, Ctry: 'AT', TaxId: 'ATU12345675' } });
  expect(foreign.Result).toEqual({ RC: 'OK' });
  for (const [Ctry, TaxId] of [
    ['US', '12-3456789'],
    ['CH', 'CHE-123.456.789'],
    ['GB', 'GB123456789'],
    ['GB', 'XI123456789'],
    ['GR', 'EL123456789'],
  ] as const)
    expect((await sell({ ...INVOICE, Ctm: { ...CUSTOMER, Ctry, TaxId } })).Result).toEqual({ RC: 'OK' });
  const digits = { ...INVOICE, Ctm: { ...CUSTOMER, Ctry: 'AT', TaxId: '123456789' } };
  expect((await sell(digits)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#HU_CUSTOMER' });
  const xml = nav.invoices.map((one) => one.xml);
  expect(xml.slice(3).map((one) => /<customerVatData>(.*?)<\/customerVatData>/.exec(one)![1])).toEqual([
    '<thirdStateTaxId>123456789</thirdStateTaxId>',
    '<thirdStateTaxId>CHE123456789</thirdStateTaxId>',
    '<thirdStateTaxId>GB123456789</thirdStateTaxId>',
    '<communityVatNumber>XI123456789</communityVatNumber>',
    '<communityVatNumber>EL123456789</communityVatNumber>',
  ]);
  expect(xml[0]).toContain('<vatContent>0.2126</vatContent>');
  expect(xml[0]).toContain('<invoiceGrossAmount>6432.00</invoiceGrossAmount>');
  expect(xml[0]).toContain('<lineDescription>Kenyér &amp; vaj</lineDescription><quantity>0.5</quantity>');
  expect(xml[1]).toContain('<customerVatStatus>PRIVATE_PERSON</customerVatStatus></customerInfo>');
  expect(xml[1]).toContain('<vatPercentage>0.27</vatPercentage>');
  expect(xml[1]).not.toContain('Kiss');
  expect(xml[2]).toContain('<communityVatNumber>ATU12345675</communityVatNumber>');
  for (const [message, schema] of [
    [xml, 'schemas/hu/online-invoice-3.0/invoiceData.xsd'],
    [heard.map(({ request }) => request), 'schemas/hu/online-invoice-3.0/invoiceApi.xsd'],
  ] as const) {
    const { lack, problems } = officialSchema(schema);
    if (lack === null) expect(problems(message)).toBe('');
  }
  expect(heard.map(({ request }) => request).join('')).not.toContain(USER.password);
});

it('takes an invoice back as a whole or in part, in a chain', async () => {
  const { sell, act, nav, running, login } = await openOffice();
  await act('nav-login', login);
  await sell();
  const back = {
    ...INVOICE,
    RFN: FN(1),
    PosA: [pos('Egyéb', 'D', '-100.00')],
    PayA: [pay('cash', '-100.00')],
  };
  expect((await sell(back)).Fis).toMatchObject({ HU_Operation: 'MODIFY', HU_Of: FN(1), HU_Index: '1' });
  const { TN, D } = (await sell()).ESR;
  const voided = await running.post('/register/void', { Tra: { ESR: { TL: 'BP1', TT: '1', TN, D } } });
  expect(voided.json.TraC).toMatchObject({
    Result: { RC: 'OK' },
    Fis: { HU_Operation: 'STORNO', HU_Of: FN(3) },
  });
  expect(nav.invoices.map(({ number, operation, reference }) => [number, operation, reference])).toEqual([
    [FN(1), 'CREATE', null],
    [FN(2), 'MODIFY', FN(1)],
    [FN(3), 'CREATE', null],
    [FN(4), 'STORNO', FN(3)],
  ]);
  const storno = nav.invoices[3]!.xml;
  expect(storno).toContain(
    '<lineNumberReference>6</lineNumberReference><lineOperation>CREATE</lineOperation>',
  );
  expect(storno).toContain('<quantity>-2</quantity>');
  const { lack, problems } = officialSchema('schemas/hu/online-invoice-3.0/invoiceData.xsd');
  if (lack === null) expect(problems(nav.invoices.map(({ xml }) => xml))).toBe('');
  for (const wrong of [{ RFN: FN(2) }, { RFN: FN(3) }, { RFN: FN(9) }, { RFN: undefined }])
    expect((await sell({ ...back, ...wrong } as never)).Result).toMatchObject({
      RC: 'BAD',
      ErrorCode: '#HU_REFERENCE',
    });
});

it('tells NAV later where it did not answer, and never twice where an answer was lost', async () => {
  const office = await openOffice();
  const { sell, act, nav, login, heard } = office;
  await act('nav-login', login);
  nav.down();
  expect((await sell()).Result).toMatchObject({ RC: 'OK', ErrorCode: '#OFFLINE' });
  nav.up();
  expect((await act('send')).status).toBe(200);
  expect(nav.invoices).toHaveLength(1);
  // An answer of each operation is lost once; what was taken in is found again.
  for (const operation of ['tokenExchange', 'manageInvoice', 'queryTransactionStatus']) {
    office.loseAnswerOf(operation);
    expect((await sell({ ...INVOICE, TP: operation })).Result.RC).toBe('OK');
    await act('send');
  }
  expect(nav.invoices).toHaveLength(4);
  expect(heard.map(({ operation }) => operation)).toContain('queryInvoiceData');
  expect((await storedOf(office)).every(({ Fis }) => Fis.HU_Transaction !== undefined)).toBe(true);
  expect(new Set(nav.invoices.map(({ number }) => number)).size).toBe(nav.invoices.length);
});

it.each([
  ['INVALID_SECURITY_USER', 'refused'],
  ['SCHEMA_VIOLATION', 'refused'],
  ['MAINTENANCE_MODE', 'unanswered'],
  ['OPERATION_FAILED', 'unanswered'],
])('keeps an invoice where NAV says %s', async (code, outcome) => {
  const office = await openOffice();
  const { sell, act, nav, login } = office;
  await act('nav-login', login);
  nav.fail({ code });
  const { Result, Fis } = await sell();
  expect(Result).toMatchObject({
    RC: 'OK',
    ErrorCode: outcome === 'refused' ? '#HU_NAV' : '#OFFLINE',
  });
  expect(Fis.HU_Transaction).toBeUndefined();
  await act('send');
  expect((await storedOf(office))[0]!.Fis.HU_Transaction).toBe(nav.invoices[0]!.transactionId);
});

it('tells what has waited in one request, what changes an invoice in the next, and is kept back by none', async () => {
  const office = await openOffice();
  const { sell, act, nav, login, heard } = office;
  await act('nav-login', login);
  nav.down();
  for (const TP of ['a', 'b', 'c']) await sell({ ...INVOICE, TP });
  const back = { PosA: [pos('Egyéb', 'D', '-100.00')], PayA: [pay('cash', '-100.00')] };
  await sell({ ...INVOICE, ...back, RFN: FN(2) });
  nav.up();
  expect((await act('send')).status).toBe(200);
  const requests = heard
    .filter(({ operation }) => operation === 'manageInvoice')
    .map(({ request }) => request);
  const counts = requests.map((request) => request.split('<invoiceOperation><index>').length - 1);
  expect(counts).toEqual([3, 1]);
  expect(nav.invoices.map(({ number, operation }) => `${operation} ${number}`)).toEqual([
    ...[`CREATE ${FN(1)}`, `CREATE ${FN(2)}`, `CREATE ${FN(3)}`, `MODIFY ${FN(4)}`],
  ]);
  const { lack, problems } = officialSchema('schemas/hu/online-invoice-3.0/invoiceApi.xsd');
  if (lack === null) expect(problems(requests)).toBe('');
  expect((await storedOf(office)).every(({ Fis }) => Fis.HU_Transaction !== undefined)).toBe(true);
});

it.each(['manageInvoice', 'queryTransactionStatus'])(
  'tells several of which the answer to %s was lost once',
  async (operation) => {
    const office = await openOffice();
    const { sell, act, nav, login } = office;
    await act('nav-login', login);
    nav.down();
    for (const TP of ['a', 'b']) await sell({ ...INVOICE, TP });
    nav.up();
    office.loseAnswerOf(operation);
    await act('send');
    await act('send');
    expect(nav.invoices.map(({ number }) => number)).toEqual([FN(1), FN(2)]);
    expect((await storedOf(office)).every(({ Fis }) => Fis.HU_Transaction !== undefined)).toBe(true);
  },
);

it('asks for a technical annulment, which counts when a person has confirmed it at NAV', async () => {
  const { sell, act, nav, login, heard, running } = await openOffice();
  await act('nav-login', login);
  await sell();
  const wish = { number: FN(1), code: 'ERRATIC_DATA', reason: 'Próba & teszt' };
  expect((await act('annul', { ...wish, number: FN(7) })).text).toContain('noInvoice');
  expect((await act('annul', wish)).status).toBe(200);
  expect(nav.annulments).toMatchObject([{ ...wish, status: 'VERIFICATION_PENDING' }]);
  expect((await act('annul', wish)).text).toContain('annulled');
  const shown = async () => JSON.stringify((await running.get('/control/country')).json.page.sections);
  expect((await act('ask-annulments')).status).toBe(200);
  expect(await shown()).toContain('annulment.states.VERIFICATION_PENDING');
  nav.annulments[0]!.status = 'VERIFICATION_DONE';
  await act('ask-annulments');
  expect(await shown()).toContain('annulment.states.VERIFICATION_DONE');
  const [asked] = heard.filter(({ operation }) => operation === 'manageAnnulment');
  const [, inner = ''] = /<invoiceAnnulment>([^<]*)/.exec(asked!.request) ?? [];
  for (const [message, schema] of [
    [asked!.request, 'schemas/hu/online-invoice-3.0/invoiceApi.xsd'],
    [Buffer.from(inner, 'base64').toString(), 'schemas/hu/online-invoice-3.0/invoiceAnnulment.xsd'],
  ] as const) {
    const { lack, problems } = officialSchema(schema);
    if (lack === null) expect(problems([message])).toBe('');
  }
});

it('issues invoices in euros with the rate that the till sends, and receipts in forint alone', async () => {
  const { sell, act, nav, login, running } = await openOffice({
    ...CFG,
    Cmp: { ...CFG.Cmp, Currency: 'EUR' },
  });
  await act('nav-login', login);
  const euros = { ...INVOICE, PosA: [pos('Szoba', 'C', '127.01')], PayA: [pay('debitcard', '127.01')] };
  for (const HU_Rate of [undefined, '0', '1,5', '401.1234567'])
    expect((await sell({ ...euros, ...(HU_Rate !== undefined && { HU_Rate }) })).Result).toMatchObject({
      ...{ RC: 'BAD', ErrorCode: '#HU_CURRENCY' },
    });
  const { ESR, Result } = await sell({ ...euros, HU_Rate: '401.55' });
  expect(Result).toEqual({ RC: 'OK' });
  const [{ xml }] = nav.invoices as unknown as [{ xml: string }];
  expect(xml).toContain('<currencyCode>EUR</currencyCode><exchangeRate>401.55</exchangeRate>');
  expect(xml).toContain(
    '<invoiceGrossAmount>127.01</invoiceGrossAmount><invoiceGrossAmountHUF>51000.87</invoiceGrossAmountHUF>',
  );
  const of = { Tra: { ESR: { TL: 'BP1', TT: '1', TN: ESR.TN, D: ESR.D } } };
  expect((await running.post('/register/void', of)).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(nav.invoices[1]!.xml).toContain('<exchangeRate>401.55</exchangeRate>');
  const { lack, problems } = officialSchema('schemas/hu/online-invoice-3.0/invoiceData.xsd');
  if (lack === null) expect(problems(nav.invoices.map((one) => one.xml))).toBe('');
  const { PosA, PayA } = euros;
  expect((await sell({ PosA, PayA })).Result.ErrorCode).toBe('#HU_CURRENCY');
});
