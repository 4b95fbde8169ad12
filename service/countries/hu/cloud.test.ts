/** A till over the wire with a register in the cloud: documents, days, and what is lost on the way. */
import { expect, it, onTestFinished } from 'vitest';
import { makeAuthorityKeys } from '../../emulators/authority-keys.ts';
import { startEmulator } from '../../emulators/hu-fam/emulator.ts';
import { openCloudShop, restarted, type CloudShop } from './testing/cloud.ts';
import { CASH_SALE, CUSTOMER, pay, pos, SALE } from './testing/shop.ts';

const SECOND = { ...SALE, TP: 'second' };

/** Documents of journal and register are the same; so many. */
async function agrees({ running, emulator }: CloudShop, count: number): Promise<void> {
  const records = (await running.get('/find?sort=asc&_=Tra&limit=9999rows60000ms')).json.Rec as {
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
  expect((await sell({ NFS: 'payout', Rsn: '31', T: '5000.00' })).json.TraC.Result.ErrorCode).toBe(
    '#HU_REFUSED',
  );
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
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_REFUSED' });
  emulator.conditions.blocked = false;
  await set('Fiscal_ZLaunch Device_Auth=C12345678:rossz');
  emulator.expire();
  expect((await sell()).json.TraC.Result.ErrorCode).toBe('#HU_LOGIN');
  await running.post('/profile', {
    Attributes: 'Fiscal_Server=hu-fam@http://fam.example Device_Auth=C12345678:x',
  });
  expect((await sell()).json.TraC.Result).toMatchObject({ ErrorCode: '#HU_LOGIN' });
  await agrees(shop, 2);
});

it('refuses foreign money and what makes another total, and leaves nothing begun', async () => {
  const shop = await openCloudShop();
  await shop.sell();
  const euro = [pay('foreign', '1232.00', { CC: 'EUR', FAmt: '3.00' })];
  expect((await shop.sell({ ...SALE, PayA: euro })).json.TraC.Result.ErrorCode).toBe('#HU_REFUSED');
  const weighed = {
    _: 'Pos',
    Dsc: 'Sajt',
    TaxG: 'C',
    Qty: '0.333',
    QtyU: 'kg',
    Pri: '3999.00',
    Amt: '1331.67',
  };
  const off = { _: 'Mod', Dsc: 'Akció', Amt: '-31.67' };
  const discounted = { PosA: [weighed, off], PayA: [pay('debitcard', '1300.00')] };
  expect((await shop.sell(discounted)).json.TraC.Result).toEqual({ RC: 'OK' });
  await agrees(shop, 2);
});
