/** Invoices of the printer, and receipts that customers want electronically, over the wire. */
import { expect, it, onTestFinished } from 'vitest';
import { selfSignedKey } from '../../certificates/write.ts';
import { startEmulator as startNoviApi } from '../../emulators/noviapi/emulator.ts';
import type { Tree } from '../../receipt/tree.ts';
import { lineTo } from '../../testing/line.ts';
import { openShop, SALE } from './testing/shop.ts';

const INVOICE: Tree = {
  ...SALE,
  PL_Faktura: 'FV 12/2026',
  Ctm: { Nam: 'Kupiec sp. z o.o.', Adr: 'Długa 1', Zip: '00-001', City: 'Warszawa', TaxId: '5260250274' },
};

it.each(['posnet', 'noviapi'] as const)('prints invoices under numbers of the till: %s', async (protocol) => {
  const shop = await openShop('', { protocol });
  const { sell, emulator } = shop;
  await sell();
  // Their answer is lost: they are counted apart, and found in the memory like receipts.
  for (const where of [null, 'after', 'before'] as const) {
    emulator.lose(where);
    const esr = { ...INVOICE, TP: String(where) };
    let { json } = await sell(esr);
    emulator.lose(null);
    expect(json.TraC.Result.RC).toBe(where === 'before' ? 'NO' : 'OK');
    if (where === 'before') ({ json } = await sell(esr, '/restart'));
    expect(json.TraC).toMatchObject({
      Result: { RC: 'OK' },
      ...{ ESR: { FN: 'FV/FV 12/2026' }, Fis: { FN: 'FV 12/2026', ZI: '1' } },
    });
  }
  expect(emulator.printer.documents.map(({ invoice }) => invoice)).toEqual([
    undefined,
    ...Array<string>(3).fill('FV 12/2026'),
  ]);
  expect(emulator.printer.documents[1]!.paper.join('\n')).toMatch(
    /NABYWCA: Kupiec sp\. z o\.o\..*Długa 1, 00-001 Warszawa/,
  );
  expect((await sell()).json.TraC.Fis.ZI).toBe('1');
  const { Fis } = (await sell({ NFS: 'Z' })).json.TraC;
  expect(Fis.Z.T).toBe('142.50');
  expect(emulator.printer.texts.at(-1)).toMatch(/FAKTURY +3/);
});

it.each([
  ['#CTM_CITY_MISSING', 'BAD', { ...INVOICE, Ctm: { ...(INVOICE.Ctm as Tree), City: ' ' } }],
  ['#PL_CUSTOMER', 'BAD', { ...INVOICE, Ctm: { ...(INVOICE.Ctm as Tree), TaxId: '' } }],
  ['#CHARACTER', 'BAD', { ...INVOICE, PL_Faktura: 'x'.repeat(41) }],
  ['#CHARACTER', 'BAD', { ...SALE, Ctm: { PL_EParagon: 'a\u200bb' } }],
  // Printers of the old protocol have no invoices.
  ['#PL_REFUSED', 'NO', INVOICE],
] as const)(
  'refuses invoices and electronic receipts that cannot be made: %s',
  async (ErrorCode, RC, esr) => {
    const { sell, emulator } = await openShop('', { protocol: 'thermal' });
    expect((await sell(esr)).json.TraC.Result).toMatchObject({ RC, ErrorCode });
    expect(emulator.printer.documents).toHaveLength(0);
  },
);

it('has receipts sent that customers want electronically, by HTTPS, where the printer can', async () => {
  const { key, certificate: cert } = selfSignedKey({ subject: 'Novitus', purpose: 'server' }, Date.now());
  const emulator = await startNoviApi({ tls: { key, cert } });
  onTestFinished(() => emulator.stop());
  const { sell, running } = await openShop();
  const name = (more: string) =>
    running.post('/profile', {
      Attributes: `Printer=noviapi Printer_Port=https://127.0.0.1:${emulator.port} ${more}`,
    });
  await name('');
  const wanted = { ...SALE, Ctm: { PL_EParagon: 'klient-7' } };
  expect((await sell(wanted)).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PRINTER_TROUBLE' });
  await name('Fiscal_acceptUnauthorized');
  expect((await sell(wanted, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
  expect((await sell({ ...wanted, DO: 'noprint', TP: '2' })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.sent).toEqual(['klient-7 print_send_later', 'klient-7 no_print_send_later']);
});

it('says that a printer sends no electronic receipts, and prints them', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({ ...SALE, Ctm: { PL_EParagon: 'klient-7' } });
  expect(json.TraC.Result).toMatchObject({ RC: 'OK', Warning: [expect.stringContaining('PL_EParagon')] });
  expect(emulator.printer.documents).toHaveLength(1);
});

it('prints a buyer with a name longer than any printer takes', async () => {
  for (const protocol of ['posnet', 'noviapi'] as const) {
    const { sell, emulator } = await openShop('', { protocol });
    const Ctm = { ...(INVOICE.Ctm as Tree), Nam: `Ł🎈\t${'x'.repeat(3000)}`, Adr: 'y'.repeat(3000) };
    expect((await sell({ ...INVOICE, Ctm })).json.TraC.Result).toEqual({ RC: 'OK' });
    expect(emulator.printer.documents[0]!.paper.join('\n')).toContain('NABYWCA: Ł');
  }
});

it('lets a manager say that an invoice was printed, whose number is known', async () => {
  const { sell, emulator, running, set } = await openShop('Fiscal_Timeout=300');
  await sell();
  const line = await lineTo(emulator.port);
  await set('Fiscal_Timeout=300', line.port);
  line.heard = (text) => {
    if (text.includes('trend')) line.cutAfter(1);
  };
  await sell(INVOICE);
  line.heard = () => undefined;
  emulator.printer.exchange('ZBF 9999999999');
  line.mend();
  await set('');
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PL_UNCLEAR' });
  const said = await running.post('/control/country/printed', { day: '2026-11-20', time: '16:56' });
  expect([said.status, said.text]).toEqual([200, said.text]);
  expect((await sell(INVOICE, '/restart')).json.TraC).toMatchObject({
    ...{ Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } },
    ...{ ESR: { FN: 'FV/FV 12/2026' }, Fis: { D: '2026-11-20T16:56:00' } },
  });
  expect((await sell()).json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { ID: 'ZBF 9999999999' } });
});
