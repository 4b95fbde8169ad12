import languages from '../../resources/languages.json' with { type: 'json' };
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';
import { violationsIn } from '../fixtures/violations.ts';

test('home shows at a glance, without scrolling, all that a cashier looks at', async ({
  control,
  page,
  service,
}) => {
  await service.configure(cafe());
  await service.configure(cafe({ tt: '2' }), 'terrace');
  await service.register(sale());
  await page.setViewportSize({ width: 1024, height: 600 });
  await control.open();
  const glance = [
    control.headline,
    control.turnover,
    page.getByText('1 receipt or void'),
    page.getByText('Without a portal').first(),
    page.getByText('None – the till prints'),
    control.banner.getByRole('link', { name: 'Open the page “Portugal”' }),
  ];
  for (const part of glance) await expect(part).toBeInViewport({ ratio: 1 });
  // However long the words of a language are.
  const tiles = page.locator('main section').filter({ has: page.getByRole('heading', { level: 2 }) });
  for (const language of Object.keys(languages)) {
    await page.evaluate((chosen) => localStorage.setItem('tillmark.language', chosen), language);
    await page.reload();
    await expect(control.document).toHaveAttribute('lang', new RegExp(`^${language}`));
    await expect(control.turnover).toBeVisible();
    for (const nth of [0, 1, 2]) await expect.soft(tiles.nth(nth), language).toBeInViewport({ ratio: 1 });
  }
  await page.evaluate(() => localStorage.setItem('tillmark.language', 'en'));
  await page.reload();
  expect(await violationsIn(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

  // Closed, and sold again: the day says so.
  const close = await fetch(`${service.url}control/report`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"kind":"Z"}',
  });
  expect(close.status).toBe(200);
  await expect(page.getByText('Closed with Z 1')).toBeVisible();
  await service.register(sale());
  await expect(page.getByText('Open since Z 1')).toBeVisible();

  // One register of several is chosen, and remembered where the address names none.
  await page.getByRole('button', { name: /^terrace/ }).click();
  await expect(control.picker).toHaveValue('terrace');
  await control.open();
  await expect(control.picker).toHaveValue('terrace');
});
