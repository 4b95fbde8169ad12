/** Printed documents: code and texts where the law wants them, in the size that it wants. */
import { expect, it } from 'vitest';
import { registeredReceipt } from '../../register/paper/receipts.ts';
import { blocksOf } from '../../render/blocks.ts';
import { PAPERS } from '../../render/papers.ts';
import { qrMeasures, qrSymbol } from '../../render/qr.ts';
import { renderText } from '../../render/text.ts';
import { readQr } from '../../testing/qr-read.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { CUSTOMER, sale } from './testing/sales.ts';

async function paperOf({ room, register }: Shop) {
  const receipt = await registeredReceipt(room.journal, register);
  return receipt!.paper({});
}

it('has the code at the head, with its texts directly above and below', async () => {
  const shop = await openShop(undefined, false);
  const { Fis } = await shop.sell();
  const paper = await paperOf(shop);
  const blocks = blocksOf(paper);
  const at = blocks.findIndex(({ kind }) => kind === 'qr');
  expect(blocks.slice(at - 1, at + 2)).toMatchObject([
    { text: 'QR tributario:' },
    { kind: 'qr', text: Fis!.Code },
    { text: 'VERI*FACTU' },
  ]);
  expect(at).toBeLessThan(blocks.findIndex((block) => 'left' in block));
  expect(renderText(paper, '80')).toMatch(/Factura simplificada[^]*IVA 21%/);
});

it.each(['58', '80', 'a4'] as const)(
  'has a code of 30 to 40 mm on %s, level M, with a margin of 2 mm',
  async (kind) => {
    const shop = await openShop(undefined, false);
    const { Fis } = await shop.sell();
    const symbol = qrSymbol(Fis!.Code!, 1, 'M');
    expect(readQr(symbol.rows)).toMatchObject({ level: 'M', text: Fis!.Code });
    const { module, quiet } = qrMeasures(symbol, PAPERS[kind].printable);
    expect(module * symbol.size).toBeGreaterThanOrEqual(30);
    expect(module * symbol.size).toBeLessThanOrEqual(40);
    expect(module * quiet).toBeGreaterThanOrEqual(2);
  },
);

it('says what a correction is of, who the customer is, and the surcharge apart', async () => {
  const shop = await openShop(undefined, false);
  const { ESR } = await shop.send(sale([['12.62', 'RA']], { Ctm: CUSTOMER }));
  const invoice = renderText(await paperOf(shop), '80');
  expect(invoice).toContain('Factura\n');
  expect(invoice).toMatch(/IVA 21%\s+10,00\s+2,10/);
  expect(invoice).toMatch(/R\.E\. 5,2%\s+10,00\s+0,52/);
  expect(invoice).toContain(CUSTOMER.Nam);
  await shop.send(sale([['-12.62', 'RA']], { RFN: ESR!.FN!, Ctm: CUSTOMER }));
  const correction = renderText(await paperOf(shop), '80');
  expect(correction).toContain('Factura rectificativa');
  expect(correction).toContain(`Rectifica a: ${ESR!.FN}`);
});

it('says of training and other records that they are no invoice', async () => {
  const shop = await openShop(undefined, false);
  await shop.send(sale([['5.00', 'A']], { Test: '1' }));
  expect(renderText(await paperOf(shop), '80')).toContain('NO ES UNA FACTURA');
});
