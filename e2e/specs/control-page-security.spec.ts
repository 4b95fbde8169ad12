import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('control page, security', () => {
  test('works under a policy that allows nothing inline and nobody else', async ({
    control,
    service,
    complaints,
  }) => {
    await service.configure(cafe());
    await service.register(sale());
    const response = await control.open();
    const policy = response?.headers()['content-security-policy'] ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|nonce|\*/);

    // Walk through everything that draws something, so that every style is asked for.
    await expect(control.qr).toBeVisible();
    await control.page.getByText('Dark', { exact: true }).click({ force: true });
    await control.language().selectOption('Português');
    await expect(control.headline).toHaveText('Apenas prática: os talões não contam');
    await expect(control.page.locator('style')).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  test('asks nobody but its own service', async ({ control, service, page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await service.configure(cafe());
    await service.register(sale());
    await control.open();
    await expect(control.qr).toBeVisible();
    expect([...asked]).toEqual([new URL(service.url).origin]);
  });
});
