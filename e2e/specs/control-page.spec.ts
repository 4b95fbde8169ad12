import { countBytes, FIRST_PAGE_BYTES } from '../fixtures/bytes.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';
import { drawQr } from '../../renderer/components/receipt-paper/qr-drawing.ts';

test.describe('control page', () => {
  test('says not ready, why, and what to do before a company is set up', async ({ control }) => {
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await expect(control.banner).toHaveAttribute('data-tone', 'stop');
    await expect(control.banner).toContainText('No company is set up');
    await expect(control.banner).toContainText('start the till program');
    await expect(control.page).toHaveTitle(/^✕ Not ready/);
    await expect(control.page.getByText('No receipts yet')).toBeVisible();
    await expect(control.count).toHaveText('0');
  });

  test('turns ready by itself when the till sends the company', async ({ control, service }) => {
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await service.configure(cafe());
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    await expect(control.page).toHaveTitle(/Practice only/);
    for (const text of ['Casa do Largo Lda', 'PT509876544', 'Portugal', 'Loja do Largo']) {
      await expect(control.page.getByText(text).first()).toBeVisible();
    }
  });

  test('warns of a key made for tests', async ({ control, service }) => {
    await service.configure(cafe());
    await control.open();
    await expect(control.banner).toHaveAttribute('data-tone', 'attention');
    await expect(control.banner).toContainText('Test signing key');
    await expect(control.page.getByText('Test key – not for real sales')).toBeVisible();
    // Nothing is sent anywhere where nobody has entered a badge.
    await expect(control.page.getByTestId('portal-state')).toHaveText('Without a portal');
    await expect(control.page.getByText('sent later')).toHaveCount(0);
  });

  test('is loaded with few bytes', async ({ control, service }) => {
    await service.configure(cafe());
    await service.register(sale());
    const bytes = countBytes(control.page);
    await control.open();
    await expect(control.paper).toContainText('Tosta mista');
    const loaded = await bytes();
    expect(loaded).toBeGreaterThan(100_000);
    expect(loaded).toBeLessThan(FIRST_PAGE_BYTES);
  });

  test('shows each receipt as it is registered, as it prints', async ({ control, service }) => {
    await service.configure(cafe());
    await control.open();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');

    await service.register(sale());
    await expect(control.count).toHaveText('1');
    await expect(control.turnover).toHaveText('€12.30');
    await expect(control.paper).toContainText('Tosta mista');

    await service.register(sale('Bica', '0.90'));
    await expect(control.count).toHaveText('2');
    await expect(control.turnover).toHaveText('€13.20');
    await expect(control.paper).toContainText('Bica');

    const { last } = await service.status();
    expect(last).not.toBeNull();
    await expect(control.paper).toContainText(last!.title);
    await expect(control.paper).toContainText(last!.number);
    await expect(control.paper).toContainText(/ATCUD:\S+-2/);
    for (const tag of last!.tags) await expect(control.paper).toContainText(tag.value);
    for (const payment of last!.payments) await expect(control.paper).toContainText(payment.label);
    for (const line of last!.seller) await expect(control.paper).toContainText(line);
  });

  test('draws the QR code the law asks for', async ({ control, service }) => {
    await service.configure(cafe());
    await service.register(sale());
    await control.open();
    await expect(control.qr).toBeVisible();
    const text = (await service.status()).last?.qr ?? '';
    expect(text).toMatch(/^A:509876544\*B:999999990\*/);
    const drawing = drawQr(text, 9);
    await expect(control.qr).toHaveAttribute('data-qr-version', String(drawing.version));
    expect(drawing.version).toBeGreaterThanOrEqual(9);
    await expect(control.qr.locator('path')).toHaveAttribute('d', drawing.path);
  });

  test('asks for one register in the address and lets another be picked', async ({ control, service }) => {
    const other = 'PT509876544$1_2';
    await service.configure(cafe());
    await control.open();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    await expect(control.picker).toHaveCount(0);

    await service.configure(cafe({ tt: '2' }), other);
    await service.register(sale(), other);
    await control.page.reload();
    await expect(control.picker).toHaveValue('def');
    await expect(control.count).toHaveText('0');

    await control.picker.selectOption(other);
    await expect(control.page).toHaveURL(/[?&]RN=PT509876544%241_2/);
    await expect(control.count).toHaveText('1');
    await control.page.reload();
    await expect(control.picker).toHaveValue(other);
    await expect(control.paper).toContainText('Tosta mista');

    await control.page.goBack();
    await expect(control.picker).toHaveValue('def');
    await expect(control.count).toHaveText('0');
  });
});
