/** A till over the wire with a register in the cloud: documents, days, and what is lost on the way. */
import { createPrivateKey } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeAuthorityKeys } from '../../emulators/authority-keys.ts';
import { startEmulator } from '../../emulators/hu-fam/emulator.ts';
import { ONE_TIME_TOKEN } from '../../emulators/hu-fam/issuer.ts';
import { CUT_TIMEOUT, sellOverCutLine } from '../testing/printer-faults.ts';
import { restarted } from '../testing/printer-shop.ts';
import { openCloudShop, type CloudShop } from './testing/cloud.ts';
import { CASH_SALE, CUSTOMER, pay, pos, SALE } from './testing/shop.ts';

const SECOND = { ...SALE, TP: 'second' };

/** Documents of journal and register are the same; so many. */
async function agrees({ running, emulator }: CloudShop, count: number): Promise<void> {
  const records = (await running.records('def', '_=Tra')) as {
    Fis?: { FN?: string };
  }[];
  const journal = records.flatMap(({ Fis }) => (Fis?.FN === undefined ? [] : [Fis.FN]));
  expect(journal).toEqual(emulator.documents.map(({ name }) => name));
  expect(journal).toHaveLength(count);
}

it('opens the day, sells, takes back, makes void and closes; the till gets number, code and what makes its paper a copy', async () => {
  const shop = await openCloudShop('');
  const { sell, emulator, running } = shop;
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_DAY' });
  expect((await sell({ NFS: 'balance', T: '20000.00' })).json.TraC.Result).toEqual({ RC: 'OK' });
  const { json } = await sell(CASH_SALE);
  const FN = 'NY-C12345678/12345676/0001/00001';
  expect(json.TraC).toMatchObject({
    Result: { RC: 'OK' },
    Fis: {
      D: '2026-11-20T16:55:00',
      FN,
      DN: '1',
      ZI: '1',
      ID: 'C12345678',
      Code: emulator.documents[0]!.code,
    },
  });
  expect(json.TraC.Fis.Tag).toMatchObject([
    { Name: 'HU_ElectronicCopy', Value: 'ELEKTRONIKUS BIZONYLAT MÁSOLATA' },
    { Name: 'DocumentNumber', Value: FN },
    { Name: 'ControlCode', Value: expect.stringMatching(/^[\dA-F]{5}$/) },
    { Name: 'APNumber', Value: 'C12345678' },
  ]);
  const back = {
    PosA: [pos('Kenyér', 'A', '-52.00')],
    PayA: [pay('debitcard', '-52.00')],
    RFN: FN,
    Rsn: 'V1',
  };
  expect((await sell(back)).json.TraC.Result).toEqual({ RC: 'OK' });
  expect((await sell({ ...SALE, Ctm: CUSTOMER })).json.TraC.Fis.FN).toBe('SZ-C12345678/12345676/0001/00003');
  expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
  for (const TN of ['4', '5']) {
    const of = { Tra: { ESR: { TL: 'BP1', TT: '1', TN, D: '2026-11-20T16:55:00' } } };
    expect((await running.post('/register/void', of)).json.TraC.Result.RC).toBe('OK');
  }
  expect(emulator.documents.map(({ type, total, of }) => [type, total, of?.slice(-5)])).toEqual([
    ['RECEIPT', 123_200, undefined],
    ['RETURN_RECEIPT', -5200, '00001'],
    ['SIMPLE_INVOICE', 123_200, undefined],
    ['RECEIPT', 123_200, undefined],
    ['VOID_RECEIPT', -123_200, '00003'],
    ['VOID_RECEIPT', -123_200, '00004'],
  ]);
  expect(emulator.documents[4]!.items.map(({ itemRef, itemCat }) => [itemRef, itemCat])).toEqual([
    [1, 'VOID_SALE'],
    [2, 'VOID_SALE'],
  ]);
  await agrees(shop, 6);
  expect((await sell({ NFS: 'payin', Rsn: '1', T: '5000.00' })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect((await sell({ NFS: 'payout', Rsn: '31', T: '2500.00' })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.all.flatMap(({ cash }) => cash ?? [])).toEqual([500_000, -250_000]);
  const z = (await sell({ NFS: 'Z' })).json.TraC;
  expect(z).toMatchObject({ Result: { RC: 'OK' }, Fis: { ZI: '1', ID: 'C12345678', Z: { T: '1180.00' } } });
  expect(emulator.isDayOpen).toBe(false);
  await sell({ NFS: 'balance', T: '0.00' });
  expect((await sell()).json.TraC.Fis.FN).toBe('NY-C12345678/12345676/0002/00001');
});

it('prints the copy with its number and its code, and not as a copy of a printer', async () => {
  const { sell, running } = await openCloudShop();
  await sell();
  const { text } = await running.get('/render/text');
  expect(text).toContain('NY-C12345678/12345676/0001/00001');
  expect(text).toMatch(/ELEKTRONIKUS BIZONYLAT\s+MÁSOLATA/);
  expect(text).not.toContain('ADÓÜGYI NYOMTATÓ');
});

it('shows its certificate once a manager has imported it, and greets a register that is new', async () => {
  const keys = await makeAuthorityKeys('HU', { ca: 'FAM CA', signer: 'C12345678' });
  const { key, certificate } = keys.server;
  const tls = {
    key,
    cert: certificate,
    ca: keys.ca.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const register = await startEmulator({ tls, isNew: true });
  onTestFinished(() => register.stop());
  const { sell, running } = await openCloudShop('');
  const server = `Fiscal_Server=hu-fam@https://127.0.0.1:${register.port} Device_Auth=C12345678:titok`;
  await running.post('/profile', { Attributes: `${server} Fiscal_ZLaunch Fiscal_acceptUnauthorized` });
  expect((await sell()).json.TraC.Result.RC).toBe('NO');
  const act = (action: string, input = {}) => running.post(`/control/country/${action}`, input);
  const file = (text: string) => ({ file: Buffer.from(text).toString('base64') });
  expect((await act('certificate', file(keys.signer.certificate))).text).toContain('file');
  expect((await act('certificate', file(keys.signer.key + keys.signer.certificate))).status).toBe(200);
  const { sections } = (await running.get('/control/country')).json.page;
  const names = sections.map(({ name }: { name: string }) => name);
  expect(names).toContain('certificate');
  expect(names).not.toContain('reprint');
  expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(register.client?.subject).toContain('C12345678');
  expect((await act('forget-certificate')).status).toBe(200);
  expect((await sell()).json.TraC.Result.RC).toBe('NO');
});

it('asks for its certificate with the token of its registration, and renews it', async () => {
  const keys = await makeAuthorityKeys('HU', { ca: 'FAM CA', signer: 'C12345678' });
  const { key, certificate } = keys.server;
  const ca = keys.ca.certificate;
  const register = await startEmulator({
    tls: { key, cert: certificate, ca, requestCert: true, rejectUnauthorized: false },
    issuer: { subject: 'FAM CA', key: createPrivateKey(keys.ca.key) },
  });
  onTestFinished(() => register.stop());
  const { sell, running } = await openCloudShop('');
  const server = `Fiscal_Server=hu-fam@https://127.0.0.1:${register.port} Device_Auth=C12345678:titok`;
  await running.post('/profile', { Attributes: `${server} Fiscal_ZLaunch Fiscal_acceptUnauthorized` });
  const act = (action: string, input = {}) => running.post(`/control/country/${action}`, input);
  const page = async () => JSON.stringify((await running.get('/control/country')).json.page.sections);
  expect((await act('request-certificate', { token: 'x' })).text).toContain('token');
  expect((await act('request-certificate', { token: ONE_TIME_TOKEN })).status).toBe(200);
  // It is issued a while later: who looks after the register asks again.
  await vi.waitFor(async () => {
    await act('look');
    expect(await page()).toContain('CN=C12345678');
  });
  expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
  const first = register.client?.serialNumber;
  expect(first).toBeDefined();
  expect((await act('renew-certificate')).status).toBe(200);
  await vi.waitFor(async () => {
    await act('look');
    await sell();
    expect(register.client?.serialNumber).not.toBe(first);
  });
});

it.each([
  ['the beginning is lost before it arrives', 'createReceipt', 'before'],
  ['the answer to the beginning is lost', 'createReceipt', 'after'],
  ['the end is lost before it arrives', 'closeReceipt', 'before'],
  ['the answer to the end is lost', 'closeReceipt', 'after'],
] as const)('sells once where %s', async (_how, type, when) => {
  const shop = await openCloudShop();
  await shop.sell();
  shop.emulator.conditions.lose = { type, when };
  let { json } = await shop.sell(SECOND);
  // Given up, and told so.
  if (json.TraC.Result.RC !== 'OK') {
    expect(json.TraC.Result.ErrorCode).toBe('#HU_NO_ANSWER');
    ({ json } = await shop.sell(SECOND, '/restart'));
  }
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { Code: shop.emulator.documents[1]!.code } });
  await agrees(shop, 2);
  expect(shop.emulator.all.filter(({ isOpen }) => isOpen)).toEqual([]);
});

it('agrees wherever the line is cut: at every byte at night, at some of them else', CUT_TIMEOUT, async () => {
  const shop = await openCloudShop();
  const count = await sellOverCutLine(shop, () => shop.emulator.documents.length, 'Fiscal_ZLaunch');
  await agrees(shop, count);
  expect(shop.emulator.all.filter(({ isOpen }) => isOpen)).toEqual([]);
});

it('finds out after a crash of the service what became of a document', async () => {
  const shop = await openCloudShop();
  await shop.sell();
  shop.emulator.conditions.lose = { type: 'closeReceipt', when: 'before' };
  const line = shop.emulator;
  const answer = shop.sell(SECOND);
  await answer;
  line.down();
  expect((await shop.sell({ ...SALE, TP: 'third' })).json.TraC.Result.RC).toBe('NO');
  const after = await restarted(shop);
  line.up();
  expect((await after.sell({ ...SALE, TP: 'fourth' })).json.TraC.Result).toEqual({ RC: 'OK' });
  await agrees(after, 2);
});

it.each(['createFiscalDayOpen', 'createFiscalDayReport', 'createCashRegisterReport'] as const)(
  'opens and closes each day once, with the answer to %s lost',
  async (type) => {
    const { sell, emulator, clock } = await openCloudShop();
    await sell();
    clock.advance(25 * 3_600_000);
    emulator.conditions.lose = { type, when: 'after' };
    if ((await sell(SECOND)).json.TraC.Result.RC !== 'OK') await sell(SECOND, '/restart');
    expect(emulator.documents.map(({ name }) => name.slice(-10))).toEqual(['0001/00001', '0002/00001']);
    const count = (of: string) => emulator.all.filter((one) => one.type === of).length;
    expect([count('FISCAL_DAY_OPEN'), count('FISCAL_DAY_REPORT')]).toEqual([2, 1]);
  },
);

it('logs in again when its token has run out, and says what is wrong with login, address and register', async () => {
  const shop = await openCloudShop();
  const { sell, emulator, running, set } = shop;
  await sell();
  emulator.expire();
  expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
  emulator.conditions.blocked = true;
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_BLOCKED' });
  const problems = async () => JSON.stringify((await running.get('/control/country')).json.page.sections);
  expect(await problems()).toContain('HU_BLOCKED');
  emulator.conditions.blocked = false;
  expect((await running.post('/control/country/look', {})).status).toBe(200);
  expect(await problems()).not.toContain('HU_BLOCKED');
  await set('Fiscal_ZLaunch Device_Auth=C12345678:rossz');
  emulator.expire();
  expect((await sell()).json.TraC.Result.ErrorCode).toBe('#HU_LOGIN');
  await running.post('/profile', {
    Attributes: 'Fiscal_Server=hu-fam@http://fam.example Device_Auth=C12345678:x',
  });
  expect((await sell()).json.TraC.Result).toMatchObject({ ErrorCode: '#HU_LOGIN' });
  await agrees(shop, 2);
});

const WEIGHED = {
  ...{ _: 'Pos', Dsc: 'Sajt', TaxG: 'C', Qty: '0.333', QtyU: 'kg', Pri: '3999.00', Amt: '1331.67' },
};
const DISCOUNTED = {
  PosA: [WEIGHED, { _: 'Mod', Dsc: 'Akció', Amt: '-31.67' }],
  PayA: [pay('debitcard', '1300.00')],
};

it('sends a discount as an item of its own, and off the price where the register does not take that', async () => {
  const shop = await openCloudShop();
  const { sell, running, emulator } = shop;
  const { json } = await sell(DISCOUNTED);
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  const categories = () => emulator.documents.at(-1)!.items.map(({ itemCat, itemSum }) => [itemCat, itemSum]);
  expect(categories()).toEqual([
    ['SALE', '1331.67'],
    ['DISCOUNT', '-31.67'],
  ]);
  const { TN, D } = json.TraC.ESR;
  const voided = { Tra: { ESR: { TL: 'BP1', TT: '1', TN, D } } };
  expect((await running.post('/register/void', voided)).json.TraC.Result.RC).toBe('OK');
  expect(categories()).toEqual([
    ['VOID_SALE', '-1331.67'],
    ['VOID_DISCOUNT', '31.67'],
  ]);
  emulator.conditions.takesDiscounts = false;
  for (const TP of ['a', 'b'])
    expect((await sell({ ...DISCOUNTED, TP })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(categories()).toEqual([['SALE', '1300.00']]);
  await agrees(shop, 4);
});

it('takes euros at what they are worth, and gives documents to the app of the customer', async () => {
  const shop = await openCloudShop();
  const { sell, emulator } = shop;
  const euro = pay('foreign', '1600.00', { CC: 'EUR', FAmt: '4.00' });
  const PayA = [euro, pay('change', '-370.00'), pay('rounding', '2.00')];
  const Ctm = { HU_AppKey: 'BFq1Zl0y5xN2Qm8tRk3uWv7sHc9=', HU_AppKeyDate: '1763654100000' };
  expect((await sell({ ...SALE, PayA, Ctm })).json.TraC.Result).toEqual({ RC: 'OK' });
  const [document] = emulator.documents;
  expect(document!.appKey).toBe(Ctm.HU_AppKey);
  expect(JSON.stringify(document!.close)).toContain(
    '"moneyCat":"CHANGE","moneySubCat":null,"moneyAmount":"-370"',
  );
  const wrong = { ...SALE, Ctm: { HU_AppKey: 'x', HU_AppKeyDate: 'yesterday' } };
  expect((await sell(wrong)).json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#HU_CUSTOMER' });
  await agrees(shop, 1);
  expect(emulator.all.filter(({ isOpen }) => isOpen)).toEqual([]);
});

it('asks the register as often for the last sale of a day as for the first', async () => {
  const asked: string[] = [];
  const shop = await openCloudShop('Fiscal_ZLaunch', {
    // How the register is, is asked in between, too.
    asked: (_method, path) => void (/state|status/.test(path) || asked.push(path.split('/')[2]!)),
  });
  await shop.sell();
  const sale = ['doc-create', 'doc-close'];
  for (let i = 0; i < 12; i++) {
    asked.length = 0;
    await shop.sell({ ...SALE, TP: `sale ${i}` });
    expect([i, asked]).toEqual([i, sale]);
  }
  // Somebody else has sold: what was counted does not hold.
  shop.emulator.sellElsewhere();
  asked.length = 0;
  expect((await shop.sell({ ...SALE, TP: 'after' })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(asked).toEqual(['list', 'list', ...sale]);
  asked.length = 0;
  await shop.sell({ ...SALE, TP: 'last' });
  expect(asked).toEqual(sale);
});
