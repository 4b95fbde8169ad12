import { freshOverview, partner } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';

const key = '-----BEGIN RSA PRIVATE KEY-----\nMIICXAIBAAKBgQC\n-----END RSA PRIVATE KEY-----\n';
const card = 'Program and key';

test.describe('program and key', () => {
  test('show who answers for the documents, and what signs them', async ({ open, portugal, standIn }) => {
    await open();
    for (const text of ['BarPos Software, Lda', 'No. 2741/AT', 'Version 2', '1c85924c70113871']) {
      await expect(portugal.card(card)).toContainText(text);
    }
    standIn.overview = freshOverview();
    await expect(portugal.card(card)).toContainText('Not certified');
  });

  test('mark a key that is for tests only', async ({ open, portugal, control, service }) => {
    await open();
    await expect(portugal.card(card)).not.toContainText('Test key');
    await control.pretend(await service.status());
    await expect(portugal.card(card)).toContainText('Test key – not for real sales');
  });

  test('take in a private key after a warning', async ({ open, portugal }) => {
    await open();
    await portugal.button(/^Import key/).click();
    await expect(portugal.dialog).toContainText('The key becomes the next version at once');
    await portugal.button('Import and use').click();
    await expect(portugal.dialog).toContainText('Choose a file.');
    await expect(portugal.dialog.getByRole('button', { name: /Choose file/ })).toBeFocused();
    await portugal.chooseFile('Private key', 'public.pem', key.replaceAll('PRIVATE', 'PUBLIC'));
    await expect(portugal.dialog).toContainText('There is no private key in this file.');
    await portugal.chooseFile('Private key', 'big.pem', Buffer.alloc(300_000));
    await expect(portugal.dialog).toContainText('This file is too large to be the right one.');
    await portugal.chooseFile('Private key', 'shop.pem', key);
    await portugal.button('Import and use').click();
    await expect(portugal.note).toHaveText('Key version 3 is in use now');
    expect(portugal.sent('POST', 'keys')).toEqual([key]);
  });

  test('take in the package of a partner, and tell what is left to do', async ({
    open,
    portugal,
    standIn,
  }) => {
    standIn.partners = { partners: [], wanted: null, missing: null, restartNeeded: false };
    await open();
    await portugal.button(/^Import partner package/).click();
    await portugal.chooseFile('Package (JSON)', 'barpos.txt', 'BARPOS');
    await expect(portugal.dialog).toContainText('This is not the package of a partner (JSON).');
    await portugal.chooseFile('Package (JSON)', 'barpos.json', '{"reference":"BARPOS"}');
    await portugal.button('Import').click();
    const imported = portugal.card(card).getByRole('status');
    await expect(imported).toContainText('Package “BARPOS” is imported');
    await expect(imported).toContainText('BarPos, BarPos Software, Lda, certificate 2741, key version 1');
    await expect(imported).toContainText('Fiscal_ApiKey: BARPOS');
    expect(portugal.sent('POST', 'partners')).toEqual([{ reference: 'BARPOS' }]);

    standIn.partners = { partners: [partner()], wanted: 'BARPOS', missing: null, restartNeeded: true };
    await expect(portugal.card(card)).toContainText('Restart needed');
    await expect(imported).not.toContainText('Fiscal_ApiKey');
  });

  test('can ask the desktop shell for the restart', async ({ open, portugal, page, standIn }) => {
    await page.addInitScript(
      `window.tillmark = { restartService: async () => { document.documentElement.dataset.asked = 'yes' } }`,
    );
    standIn.partners = { partners: [], wanted: null, missing: null, restartNeeded: true };
    await open();
    await expect(portugal.card(card)).toContainText('The profile names no partner any more.');
    await portugal.button('Restart the service').click();
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  });

  test('miss the package of a partner that the profile names', async ({ open, portugal, standIn }) => {
    standIn.partners = { partners: [], wanted: 'BARPOS', missing: 'BARPOS', restartNeeded: false };
    await open();
    await expect(portugal.card(card)).toContainText('The package of the partner BARPOS is missing');
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 4/] });

    test('say why', async ({ open, portugal, standIn }) => {
      standIn.refuse('keys', { status: 400, message: 'the key must have 1024 bits' });
      await open();
      await portugal.button(/^Import key/).click();
      await portugal.chooseFile('Private key', 'shop.pem', key);
      await portugal.button('Import and use').click();
      await expect(portugal.dialog.getByRole('alert')).toHaveText('the key must have 1024 bits');
    });
  });
});
