import type { Locator } from '@playwright/test';
import { freshOverview, overview, series, wrongPassword } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';

const refused = {
  expectedComplaints: [/Failed to load resource: the server responded with a status of 406/],
};

test.describe('series', () => {
  test('are listed with type, code, state and last document', async ({ open, portugal }) => {
    await open();
    const row = portugal.series('FS 1_1.26');
    await expect(row).toContainText('Simplified invoice');
    await expect(row).toContainText('Open');
    await expect(row).toContainText('CSDF7T5H');
    await expect(row).toContainText('No. 18342');
    await expect(row).toContainText('20 Nov 2026');
    await expect(portugal.series('FS 1_1.26F')).toContainText('Training');
    await expect(portugal.series('FR 1_1.26')).toContainText('Being closed');
    await expect(portugal.card('Series').getByTestId('series-mode')).toContainText('Live');
  });

  test('say what the tax authority has against them, and what to do', async ({ open, portugal }) => {
    await open();
    const row = portugal.series('NC 1_1.26');
    await expect(row).toContainText('Not open yet');
    await expect(row).toContainText(`The tax authority says: ${wrongPassword}`);
    await expect(row).toContainText('Check the login, then try again.');
  });

  test('say where their codes come from', async ({ open, portugal, standIn, page }) => {
    standIn.overview = overview({ mode: 'test', series: [series({ id: 'FS 1_1.26', test: true })] });
    await open();
    const mode = page.getByTestId('series-mode');
    await expect(mode).toContainText('Test service of the tax authority');
    await expect(portugal.series('FS 1_1.26')).toContainText('For tests only');
    standIn.overview = freshOverview();
    await expect(mode).toContainText('Practice – made-up codes');
    await expect(page.getByText('The first one opens by itself with the first document.')).toBeVisible();
    await expect(portugal.button(/^Take this till/)).toHaveAttribute('aria-disabled', 'true');
  });

  test('go on with new ones when a manager says that the clock is right', async ({
    open,
    portugal,
    standIn,
  }) => {
    standIn.overview = overview({ clockStop: { last: '2026-12-01T10:00:00', series: ['FS 1_1.26'] } });
    await open();
    const card = portugal.card('Clock');
    await expect(card).toContainText('Nothing is sold: the last receipt is of 1 Dec 2026, 10:00');
    await portugal.button('The clock is right …').click();
    await expect(portugal.dialog).toContainText('The series FS 1_1.26 end');
    await portugal.button('The clock is right').click();
    await expect(portugal.note).toHaveText('Selling goes on');
    await expect(card).toHaveCount(0);
    expect(portugal.asked('clock')).toEqual([{}]);
  });

  test('of transport documents take the codes that a manager was given by hand', async ({
    open,
    portugal,
    standIn,
    page,
  }) => {
    await open();
    await expect(portugal.card('Goods on their way')).toHaveCount(0);
    standIn.overview = overview({ series: [series({ id: 'GT 1_1.26' })] });
    const card = portugal.card('Goods on their way');
    await expect(portugal.button('Enter the code')).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Transport document').fill(' GT 1_1.26/7 ');
    await card.getByLabel('Code of the tax authority').fill('AT-77');
    await portugal.button('Enter the code').click();
    await expect(portugal.note).toHaveText('The code of GT 1_1.26/7 is kept');
    expect(portugal.asked('movement-code')).toEqual([{ document: 'GT 1_1.26/7', code: 'AT-77' }]);
  });

  test('miss a login where one is needed', async ({ open, portugal, standIn, page }) => {
    const missing = page.getByText('No login for the tax authority');
    standIn.overview = overview({ login: null });
    await open();
    await expect(missing).toBeVisible();
    standIn.overview = freshOverview();
    await expect(missing).toHaveCount(0);
    await expect(portugal.card('Series')).toBeVisible();
  });

  test('are folded away by year when they are closed', async ({ open, portugal, page }) => {
    await open();
    await expect(portugal.series('FS 1_1.25')).toBeHidden();
    await page.getByText('Closed series of 2025 (2)').click();
    await expect(portugal.series('FS 1_1.25')).toContainText('No. 21077');
    await expect(portugal.series('FT 1_1.25')).toBeVisible();
    await expect(portugal.series('FS 1_1.25').getByRole('button', { name: /Close/ })).toHaveCount(0);
    await expect(portugal.series('FS 1_1.24')).toBeHidden();
  });

  test('have codes that can be copied', async ({ open, portugal, context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open();
    await portugal.button('Copy: validation code of FS 1_1.26').click();
    await expect(portugal.note).toHaveText('Copied: CSDF7T5H');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('CSDF7T5H');
  });

  test('have codes that can be copied where permissions are refused', async ({ open, portugal, page }) => {
    // As in the desktop shell, which grants no permissions at all.
    await page.addInitScript('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    await open();
    await portugal.button('Copy: validation code of FS 1_1.26').click();
    await expect(portugal.note).toHaveText('Copied: CSDF7T5H');
    expect(await page.evaluate('getSelection().toString()')).toBe('CSDF7T5H');
  });
});

test.describe('opening a series', () => {
  test('is tried again', async ({ open, portugal, standIn }) => {
    await open();
    const release = standIn.hold();
    const again = portugal.button('Try again with series NC 1_1.26');
    await again.click();
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await again.click({ force: true });
    release();
    await expect(portugal.note).toHaveText('Series NC 1_1.26 is open');
    await expect(portugal.series('NC 1_1.26')).toContainText('AAJNEW01');
    expect(portugal.asked('open')).toEqual([{ type: 'NC' }]);
  });

  test('is asked for ahead, by type of document', async ({ open, portugal, page }) => {
    await open();
    const type = page.getByRole('combobox', { name: 'Open a series before its first document' });
    const submit = portugal.button('Open');
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(type.getByRole('option', { name: /Simplified invoice/ })).toHaveText(
      'Simplified invoice (FS) – has one',
    );
    await type.selectOption('Delivery note (GR)');
    await submit.click();
    await expect(portugal.note).toHaveText('Series GR 1_1.26 is open');
    await expect(portugal.series('GR 1_1.26')).toBeVisible();
    await expect(type).toHaveValue('');
    expect(portugal.asked('open')).toEqual([{ type: 'GR' }]);
  });

  test('of the next year is opened by itself, or when it is asked for', async ({
    open,
    portugal,
    standIn,
  }) => {
    const next = series({ id: 'FS 1_1.27', state: 'pending', code: null, last: 0, lastDay: null });
    standIn.overview = overview({ series: [series({ id: 'FS 1_1.26' }), { ...next, from: '2027-01-01' }] });
    await open();
    const row = portugal.series('FS 1_1.27');
    await expect(row).toContainText('From 1 Jan 2027 on');
    await expect(row.getByRole('button').first()).toHaveText('Open now');

    standIn.overview.series[1]!.error = wrongPassword;
    await portugal.button('Try again with series FS 1_1.27').click();
    await expect(portugal.note).toContainText('is open');
    expect(portugal.asked('open')).toEqual([{ type: 'FS', from: '2027-01-01' }]);
  });

  test.describe('refused', () => {
    test.use(refused);

    test('says why in the words of the service', async ({ open, portugal, standIn, page }) => {
      standIn.refuse('open', {
        message: 'A AT recusa a série: atividade cessada.',
        warnings: ['the tax authority refuses series NC 1_1.26: 4043'],
      });
      await open();
      await portugal.button('Try again with series NC 1_1.26').click();
      const alert = portugal.series('NC 1_1.26').getByRole('alert');
      await expect(alert).toContainText('A AT recusa a série: atividade cessada.');
      await expect(alert.getByText(/4043/)).toBeHidden();
      await alert.getByText('For your till supplier').click();
      await expect(alert.getByText(/4043/)).toBeVisible();

      standIn.accept('open');
      await portugal.button('Try again with series NC 1_1.26').click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(portugal.series('NC 1_1.26')).toContainText('Open');
    });
  });
});

test.describe('entering a code by hand', () => {
  test('tells what the portal asks for, in its words', async ({ open, portugal, control }) => {
    await open();
    await control.language().selectOption('Deutsch');
    await portugal.button('Code der Serie NC 1_1.26 eingeben').click();
    const { dialog } = portugal;
    await expect(dialog).toContainText('Séries documentais › Comunicação de séries documentais');
    for (const [field, value] of [
      ['Série', '1_1.26'],
      ['Tipo de série', 'Normal'],
      ['Classe de documento', 'Faturas e documentos retificativos'],
      ['Tipo de documento', 'Nota de crédito'],
      ['Data prevista de início', '2026-11-21'],
      ['Meio de processamento', 'Programa informático de faturação'],
    ] as const) {
      // The list may be drawn anew between two looks at it.
      const told = async () =>
        dialog
          .getByRole('definition')
          .nth(await indexOf(dialog, field))
          .textContent();
      await expect.poll(told).toContain(value);
    }
  });

  test('takes eight letters and digits or more, however they are typed', async ({ open, portugal }) => {
    await open();
    await portugal.button('Enter the code of series NC 1_1.26').click();
    const code = portugal.dialog.getByRole('textbox', { name: 'Validation code' });
    await expect(code).toBeFocused();
    await code.pressSequentially('csdf-7t5');
    await portugal.page.keyboard.press('Enter');
    await expect(portugal.dialog).toContainText('A validation code has at least 8 characters');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    expect(portugal.everything).toEqual([]);

    await code.fill('');
    await code.pressSequentially('csdf 7t5h');
    await expect(code).toHaveValue('CSDF7T5H');
    await portugal.page.keyboard.press('Enter');
    await expect(portugal.dialog).toHaveCount(0);
    await expect(portugal.note).toHaveText('Series NC 1_1.26 is open');
    await expect(portugal.series('NC 1_1.26')).toContainText('CSDF7T5H');
    expect(portugal.asked('code')).toEqual([{ series: 'NC 1_1.26', code: 'CSDF7T5H' }]);
  });
});

test.describe('closing a series', () => {
  test('names what it means, and can be left', async ({ open, portugal }) => {
    await open();
    await portugal.button('Close series FS 1_1.26').click();
    for (const consequence of [
      'The tax authority is told that number 18342 was the last one.',
      'The next document of the type “Simplified invoice” opens a new series.',
      'This cannot be undone.',
    ]) {
      await expect(portugal.dialog).toContainText(consequence);
    }
    await expect(portugal.button('Cancel')).toBeFocused();
    await portugal.page.keyboard.press('Escape');
    await expect(portugal.dialog).toHaveCount(0);
    await expect(portugal.button('Close series FS 1_1.26')).toBeFocused();
    expect(portugal.everything).toEqual([]);
  });

  test('moves it to the closed ones', async ({ open, portugal, page }) => {
    await open();
    await portugal.button('Close series FS 1_1.26').click();
    await portugal.button('Close series').click();
    await expect(portugal.note).toHaveText('Series FS 1_1.26 takes no more documents');
    await expect(portugal.series('FS 1_1.26')).toBeHidden();
    await expect(page.getByText('Closed series of 2026 (1)')).toBeVisible();
    // The button is gone with its row: the keyboard stays in this part of the page.
    await expect(page.getByRole('heading', { name: 'Series', exact: true })).toBeFocused();
    expect(portugal.asked('close')).toEqual([{ series: 'FS 1_1.26' }]);
  });

  test('is tried again when the authority was not reached', async ({ open, portugal }) => {
    await open();
    await portugal.button('Try again with series FR 1_1.26').click();
    await expect(portugal.note).toHaveText('Series FR 1_1.26 takes no more documents');
    expect(portugal.asked('close')).toEqual([{ series: 'FR 1_1.26' }]);
  });

  test('tells nobody where the codes are made up', async ({ open, portugal, standIn }) => {
    standIn.overview = { ...freshOverview(), series: [series({ id: 'FS 1_1.26', test: true })] };
    await open();
    await portugal.button('Close series FS 1_1.26').click();
    await expect(portugal.dialog).toContainText('Nobody is told, because the codes are for practice only.');
  });

  test.describe('refused', () => {
    test.use(refused);

    test('leaves the dialog open and says why', async ({ open, portugal, standIn }) => {
      standIn.refuse('close', { message: 'A AT não responde.' });
      await open();
      await portugal.button('Close series FS 1_1.26').click();
      await portugal.button('Close series').click();
      await expect(portugal.dialog.getByRole('alert')).toHaveText('A AT não responde.');
      await expect(portugal.button('Close series')).toHaveAttribute('aria-busy', 'false');
    });
  });
});

test.describe('taking a till out of use', () => {
  test('wants its number typed', async ({ open, portugal, page }) => {
    await open();
    await portugal.button(/^Take this till out of use/).click();
    await expect(portugal.dialog).toContainText('All its 5 series are closed.');
    await expect(portugal.dialog).toContainText('Do not sell with this till any more');
    const till = portugal.dialog.getByRole('textbox', { name: /type the number of the till: 1/ });
    await till.fill('2');
    await portugal.button('Close all series').click();
    await expect(portugal.dialog).toContainText('This is not the number of the till: 1');
    await expect(till).toBeFocused();
    expect(portugal.everything).toEqual([]);

    await till.fill('1');
    await portugal.button('Close all series').click();
    await expect(portugal.note).toHaveText('Till 1 is out of use');
    await expect(page.getByText('Closed series of 2026 (5)')).toBeVisible();
    expect(portugal.asked('retire')).toEqual([{}]);
  });
});

/** Which line of the list of values belongs to a field. */
async function indexOf(dialog: Locator, field: string): Promise<number> {
  return (await dialog.getByRole('term').allTextContents()).indexOf(field);
}
