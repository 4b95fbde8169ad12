import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('control page, comfort', () => {
  test('speaks the language that is chosen, and remembers it', async ({ control, service }) => {
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await expect(control.document).toHaveAttribute('lang', 'en-GB');

    await control.language().selectOption('Deutsch');
    await expect(control.headline).toHaveText('Nicht bereit');
    await expect(control.document).toHaveAttribute('lang', 'de-DE');

    await control.language('Sprache').selectOption('Português');
    await expect(control.headline).toHaveText('Não está pronto');
    await expect(control.document).toHaveAttribute('lang', 'pt-PT');

    await control.page.reload();
    await expect(control.headline).toHaveText('Não está pronto');
    await service.configure(cafe());
    await service.register(sale('Almoço de grupo', '123.50'));
    await expect(control.headline).toHaveText('Apenas prática: os talões não contam');
    await expect(control.turnover).toHaveText(/^123,50\s€$/);
  });

  test.describe('in a German browser', () => {
    test.use({ locale: 'de-AT' });

    test('starts in German', async ({ control }) => {
      await control.open();
      await expect(control.headline).toHaveText('Nicht bereit');
      await expect(control.document).toHaveAttribute('lang', 'de-AT');
    });
  });

  test('is as light or dark as the system, until one is chosen', async ({ control, page }) => {
    const scheme = 'data-mantine-color-scheme';
    await page.emulateMedia({ colorScheme: 'dark' });
    await control.open();
    await expect(control.document).toHaveAttribute(scheme, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(control.document).toHaveAttribute(scheme, 'light');

    await page.getByText('Dark', { exact: true }).click({ force: true });
    await expect(control.appearance('Dark')).toBeChecked();
    await expect(control.document).toHaveAttribute(scheme, 'dark');
    await page.reload();
    await expect(control.document).toHaveAttribute(scheme, 'dark');

    await control.appearance('Dark').focus();
    await page.keyboard.press('ArrowRight');
    await expect(control.appearance('Like the computer')).toBeChecked();
    await expect(control.document).toHaveAttribute(scheme, 'light');
  });

  test('can be used by keyboard alone, with the focus in sight', async ({ control, page, service }) => {
    await service.configure(cafe());
    await service.configure(cafe({ tt: '2' }), 'PT509876544$1_2');
    await control.open();
    await expect(control.picker).toHaveValue('def');

    await page.keyboard.press('Tab');
    await expect(control.picker).toBeFocused();
    await expect(control.picker).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('ArrowDown');
    await expect(control.picker).toHaveValue('PT509876544$1_2');

    for (const name of [
      /^Status/,
      'Day',
      'Receipts',
      'Portugal',
      'Devices',
      'Settings',
      'Look after',
      'Developers',
    ]) {
      await page.keyboard.press('Tab');
      const link = page.getByRole('navigation').getByRole('link', { name });
      await expect(link).toBeFocused();
      await expect(link).toHaveCSS('outline-style', 'solid');
    }

    await page.keyboard.press('Tab');
    await expect(control.language()).toBeFocused();
    await expect(control.language()).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('ArrowUp');
    await expect(control.document).toHaveAttribute('lang', 'de-DE');

    await page.keyboard.press('Tab');
    const system = page.getByRole('radio', { name: 'Wie der Computer' });
    await expect(system).toBeFocused();
    await expect(page.getByRole('radiogroup')).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('ArrowLeft');
    await expect(control.document).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  for (const width of [360, 768, 1024, 1920]) {
    test(`fits a screen ${width} wide, with controls for fingers`, async ({ control, page, service }) => {
      await page.setViewportSize({ width, height: 800 });
      await service.configure(cafe({ name: 'Pastelaria e Confeitaria Nossa Senhora da Conceição Lda' }));
      await service.register(sale('Tosta mista em pão da casa com queijo da Serra da Estrela'));
      await service.configure(cafe({ tt: '2' }), 'PT509876544$1_2');
      await control.open();
      await expect(control.paper).toBeVisible();
      await expect(control.headline).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      for (const target of [control.language(), control.picker, page.locator('label:has-text("Dark")')]) {
        const box = await target.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect(box?.width).toBeGreaterThanOrEqual(44);
      }
    });
  }

  test('has one line between pages on a phone, with the chosen one in sight', async ({
    control,
    page,
    service,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await service.configure(cafe());
    await control.open();
    await page.goto(`${service.url}#/support`);
    const bars = page.getByRole('navigation');
    await expect(bars).toHaveCount(2);
    for (const bar of await bars.all()) {
      await expect(bar.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
      expect((await bar.boundingBox())?.height).toBeLessThan(60);
    }
  });

  test('is announced to screen readers', async ({ control, service }) => {
    await control.open();
    const announced = control.page.getByRole('status').first();
    await expect(announced).toHaveAttribute('aria-live', 'assertive');
    await expect(announced).toHaveText(/^Not ready – /);
    await service.configure(cafe());
    await expect(announced).toHaveAttribute('aria-live', 'polite');
    await expect(announced).toContainText('Practice only: receipts do not count');
  });
});
