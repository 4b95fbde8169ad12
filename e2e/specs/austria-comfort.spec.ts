import type { Locator } from '@playwright/test';
import { obstacles } from '../fixtures/accessible.ts';
import { byHand, freshOverview, overview, troubledOverview, unit } from '../fixtures/austria-data.ts';
import { expect, test } from '../fixtures/austria-test.ts';
import { sidewards, smallTargets, unfold, wordsOf } from '../fixtures/comfort.ts';
import type { AustriaPage } from '../pages/austria-page.ts';

/** Every dialog of a register in operation by the button that opens it. */
const dialogs: ((austria: AustriaPage) => Locator)[] = [
  (austria) => austria.card('FinanzOnline').getByRole('button', { name: /^Change/ }),
  (austria) => austria.card('FinanzOnline').getByRole('button', { name: /^Forget/ }),
  (austria) => austria.report('outage 3a7f01c2').getByRole('button'),
  (austria) => austria.button(/^Enter AES key/),
  (austria) => austria.annual('2026').getByRole('button'),
  (austria) => austria.button('Change the rate of group A'),
  (austria) => austria.button(/^Take this register/),
];

/** A new register whose reports are made by hand, with everything on the page. */
const handOverview = () =>
  freshOverview({
    units: [unit()],
    finanzOnline: byHand([{ ...overview().finanzOnline.reports[0]!, byHand: true }]),
  });

test.describe('page for Austria, comfort', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`puts nothing in the way of anybody, ${colorScheme}`, async ({ open, austria, page, standIn }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      standIn.overview = handOverview();
      await open();
      await expect(austria.step('report')).toContainText('Hexadezimal');
      expect(await obstacles(page)).toEqual([]);
      standIn.overview = troubledOverview();
      await expect(austria.card('Outage')).toBeVisible();
      await unfold(page);
      expect(await obstacles(page)).toEqual([]);
      for (const opener of dialogs) {
        await opener(austria).click();
        await expect(austria.dialog).toBeVisible();
        expect(await obstacles(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(austria.dialog).toHaveCount(0);
      }
    });
  }

  test('leads the keyboard through the start-up and back after every dialog', async ({
    open,
    austria,
    page,
    standIn,
  }) => {
    test.slow();
    standIn.overview = freshOverview({ units: [unit()] });
    await open();
    await austria.button('I report by hand').focus();
    await page.keyboard.press('Enter');
    await expect(austria.step('receipt')).toHaveAttribute('data-state', 'now');
    // The button is gone with what it did: the keyboard stays in this part of the page.
    await expect(page.getByRole('heading', { name: 'Start-up' })).toBeFocused();
    await austria.button('Make the start receipt …').focus();
    await page.keyboard.press('Enter');
    await expect(austria.button('Cancel')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(austria.step('receipt')).toHaveAttribute('data-state', 'done');
    // So it does when a button is gone with its step.
    await expect(page.getByRole('heading', { name: 'Start-up' })).toBeFocused();

    standIn.overview = troubledOverview();
    await expect(austria.card('Outage')).toBeVisible();
    for (const opener of dialogs) {
      const button = opener(austria);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(austria.dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(austria.dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  });

  for (const [language, texts] of [
    ['Português', ['Entrada em serviço', 'Unidades de assinatura', 'Em atraso desde 15/02/2026']],
    ['Deutsch', ['Inbetriebnahme', 'Signatureinheiten', 'Überfällig seit 15.02.2026']],
  ] as const) {
    test(`speaks ${language}, everywhere`, async ({ open, austria, control, page, standIn }) => {
      standIn.overview = troubledOverview();
      await open();
      await expect(austria.annual('2025')).toBeVisible();
      await unfold(page);
      const english = new Set(await wordsOf(page));
      await control.language().selectOption(language);
      for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      // What stays the same in every language is names, numbers and what others said.
      const same = (await wordsOf(page)).filter((words) => english.has(words) && /[a-z]{4}/.test(words));
      expect(same.filter((words) => !alike.some((pattern) => pattern.test(words)))).toEqual([]);
    });
  }

  test('fits every screen, with controls for fingers', async ({ open, austria, control, page, standIn }) => {
    test.slow();
    standIn.overview = troubledOverview();
    await open();
    await control.language().selectOption('Deutsch');
    await expect(austria.annual('2025')).toContainText('Überfällig');
    await unfold(page);
    for (const width of [320, 390, 768, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await smallTargets(page)).toEqual([]);
      await austria.annual('2026').getByRole('button').click();
      const box = await austria.dialog.boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      expect(await sidewards(page)).toBe(0);
      await page.keyboard.press('Escape');
    }
    standIn.overview = handOverview();
    await expect(austria.step('report')).toContainText('Hexadezimal');
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });
});

/** Names and terms that are the same in English and another language. */
const alike = [
  /^(Kaffeehaus|English|Português|Deutsch|Tillmark|FinanzOnline$|UID |AT1|a-trust-1$)/,
  /^(Status|Kassen-ID|Normal|Datenerfassungsprotokoll \(DEP\))$/,
  /Zugangsdaten|Es ist keine|did not answer/,
];
