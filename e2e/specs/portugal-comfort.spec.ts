import type { Locator } from '@playwright/test';
import { obstacles } from '../fixtures/accessible.ts';
import { sidewards, smallTargets, unfold, wordsOf } from '../fixtures/comfort.ts';
import { exportJob } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';
import type { PortugalPage } from '../pages/portugal-page.ts';

const exports = [
  exportJob({ id: 'e3', rn: null, state: 'running', records: 1830, size: null }),
  exportJob({ id: 'e2', from: '2026-09-01', till: '2026-09-30' }),
  exportJob({
    id: 'e1',
    from: '2026-06-01',
    till: '2026-06-15',
    state: 'failed',
    size: null,
    error: 'Disco cheio.',
  }),
];

/** Every dialog of the page by the button that opens it. */
const dialogs: ((portugal: PortugalPage) => Locator)[] = [
  (portugal) => portugal.button('Enter the code of series NC 1_1.26'),
  (portugal) => portugal.button('Close series FT 1_1.26'),
  (portugal) => portugal.button(/^Take this till out of use/),
  (portugal) => portugal.card('Tax authority login').getByRole('button', { name: /^Change/ }),
  (portugal) => portugal.card('Tax authority login').getByRole('button', { name: /^Remove/ }),
  (portugal) => portugal.button('Replace: Client certificate'),
  (portugal) => portugal.button('Replace: Certificate of the tax authority'),
  (portugal) => portugal.button(/^Import key/),
  (portugal) => portugal.button(/^Import partner package/),
  (portugal) => portugal.button('Change the rate of group A'),
  (portugal) => portugal.button(/^Back to the receipt format/),
];

test.describe('page for Portugal, comfort', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`puts nothing in the way of anybody, ${colorScheme}`, async ({ open, portugal, page, standIn }) => {
      test.slow();
      standIn.exports = exports;
      await page.emulateMedia({ colorScheme });
      await open();
      await expect(portugal.card('SAF-T').getByRole('progressbar')).toBeVisible();
      await unfold(page);
      expect(await obstacles(page)).toEqual([]);
      for (const opener of dialogs) {
        await opener(portugal).click();
        await expect(portugal.dialog).toBeVisible();
        await page.keyboard.press('Enter');
        expect(await obstacles(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(portugal.dialog).toHaveCount(0);
      }
    });
  }

  test('leads the keyboard back after every dialog', async ({ open, portugal, page }) => {
    test.slow();
    await open();
    for (const opener of dialogs) {
      const button = opener(portugal);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(portugal.dialog).toBeVisible();
      // The keyboard stays inside, however often it is moved on.
      for (let step = 0; step < 12; step++) await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          'document.activeElement === document.body || document.activeElement.closest("[role=dialog]") !== null',
        ),
      ).toBe(true);
      await page.keyboard.press('Escape');
      await expect(portugal.dialog).toHaveCount(0);
      await expect(button).toBeFocused();
      await expect(button).toHaveCSS('outline-style', 'solid');
    }
    expect(portugal.everything).toEqual([]);
  });

  test('can be used by keyboard alone', async ({ open, portugal, page }) => {
    await open();
    await expect(portugal.card('Series')).toBeVisible();
    const tabTo = async (target: Locator) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab');
        if ((await target.and(page.locator(':focus')).count()) === 1) return;
      }
      throw new Error('the keyboard does not get there');
    };
    await tabTo(portugal.link(/^Status/));
    await tabTo(portugal.link('Portugal'));
    await tabTo(page.getByRole('combobox', { name: 'Open a series before its first document' }));
    await page.keyboard.type('Return');
    await tabTo(portugal.button('Open'));
    await page.keyboard.press('Enter');
    await expect(portugal.note).toHaveText('Series GD 1_1.26 is open');
    await tabTo(portugal.button('Enter the code of series NC 1_1.26'));
    await page.keyboard.press('Space');
    await page.keyboard.type('CSDF7T5H');
    await page.keyboard.press('Enter');
    await expect(portugal.series('NC 1_1.26')).toContainText('Open');
    await tabTo(page.locator('summary', { hasText: 'Closed series of 2025' }));
    await page.keyboard.press('Enter');
    await expect(portugal.series('FS 1_1.25')).toBeVisible();
    await tabTo(page.getByRole('switch', { name: 'All tills of the company' }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch')).toBeChecked();
  });

  for (const [language, texts] of [
    [
      'Português',
      ['Séries', 'Subutilizador', 'Ainda não aberta', 'Fatura simplificada', 'Em atraso desde 05/11/2026'],
    ],
    [
      'Deutsch',
      ['Serien', 'Unterbenutzer', 'Noch nicht offen', 'Vereinfachte Rechnung', 'Überfällig seit 05.11.2026'],
    ],
  ] as const) {
    test(`speaks ${language}, everywhere`, async ({ open, portugal, control, page, standIn }) => {
      standIn.exports = exports;
      await open();
      await expect(portugal.card('SAF-T').getByRole('progressbar')).toBeVisible();
      await unfold(page);
      const english = new Set(await wordsOf(page));
      await control.language().selectOption(language);
      for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      // What stays the same in every language is names, numbers and what the tax authority said.
      const same = (await wordsOf(page)).filter((words) => english.has(words) && /[a-z]{4}/.test(words));
      expect(same.filter((words) => !alike.some((pattern) => pattern.test(words)))).toEqual([]);
    });
  }

  for (const width of [320, 360, 768, 1024, 1920]) {
    test(`fits a screen ${width} wide, with controls for fingers`, async ({
      open,
      portugal,
      control,
      page,
      standIn,
    }) => {
      standIn.exports = exports;
      await page.setViewportSize({ width, height: 800 });
      await open();
      await control.language().selectOption('Deutsch');
      await expect(page.getByText('Wird abgeschlossen')).toBeVisible();
      await unfold(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await smallTargets(page)).toEqual([]);
      await portugal.button('Code der Serie NC 1_1.26 eingeben').click();
      const box = await portugal.dialog.boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      expect(await sidewards(page)).toBe(0);
    });
  }

  test('does not jump when a dialog opens, or while a button is busy', async ({
    open,
    portugal,
    page,
    standIn,
  }) => {
    await open();
    const again = portugal.button('Try again with series NC 1_1.26');
    const before = await again.boundingBox();
    const release = standIn.hold();
    await again.click();
    await expect(again).toHaveAttribute('aria-busy', 'true');
    expect(await again.boundingBox()).toEqual(before);
    await portugal.button('Close series FT 1_1.26').click();
    expect(await again.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    release();
  });
});

/** Names and terms that are the same in English and another language. */
const alike = [
  /^(Casa do Largo|Chave Cifra|English|Português|Deutsch|Portugal|Tillmark|BarPos|SAF-T|CN=)/,
  /^(Madeira|Partner|\w+ normal|Status|Version \d+)$/,
  /^(August|September|November) 2026$/,
  /inválidos|Disco cheio|^1c85|^Download/,
];
