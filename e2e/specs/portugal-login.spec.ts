import { freshOverview, overview } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCARygAwIBAgIUP\n-----END CERTIFICATE-----\n';
const key = '-----BEGIN PRIVATE KEY-----\nMIICdgIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----\n';
const card = 'Tax authority login';

test.describe('login of the tax authority', () => {
  test('shows who is logged in, and what the sub-user must be allowed', async ({ open, portugal }) => {
    await open();
    await expect(portugal.card(card).getByTestId('sub-user')).toHaveText('Saved: 509876544/12');
    await expect(portugal.card(card)).toContainText('Give it the permission WSE');
  });

  test('is entered', async ({ open, portugal, standIn }) => {
    standIn.overview = freshOverview();
    await open();
    await expect(portugal.card(card)).toContainText('No login is saved.');
    await portugal.button(/^Enter login/).click();
    const user = portugal.dialog.getByRole('textbox', { name: 'Sub-user' });
    const password = portugal.dialog.getByLabel('Password', { exact: true });
    // The tax number of the company is known already.
    await expect(user).toHaveValue('509876544/');
    await user.fill('509876545/7');
    await portugal.button('Save login').click();
    await expect(portugal.dialog).toContainText('The tax number is mistyped');
    await expect(portugal.dialog).toContainText('Enter the password.');
    await expect(user).toBeFocused();
    await user.fill('Maria');
    await expect(portugal.dialog).toContainText('Write it like 509876544/1');
    expect(portugal.everything).toEqual([]);

    await user.fill(' PT509876544/7 ');
    await password.fill('segredo do café');
    await portugal.button('Save login').click();
    await expect(portugal.note).toHaveText('The login 509876544/7 is saved');
    await expect(portugal.card(card).getByTestId('sub-user')).toHaveText('Saved: 509876544/7');
    expect(portugal.asked('login')).toEqual([{ user: '509876544/7', password: 'segredo do café' }]);
  });

  test('is changed without ever showing the password', async ({ open, portugal }) => {
    await open();
    await portugal
      .card(card)
      .getByRole('button', { name: /^Change/ })
      .click();
    await expect(portugal.dialog.getByRole('textbox', { name: 'Sub-user' })).toHaveValue('509876544/12');
    const password = portugal.dialog.getByLabel('Password', { exact: true });
    await expect(password).toHaveValue('');
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    await password.fill('nova senha');
    await portugal.button('Show the password').click();
    await expect(password).toHaveAttribute('type', 'text');
  });

  test('is removed after a confirmation', async ({ open, portugal }) => {
    await open();
    await portugal
      .card(card)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(portugal.dialog).toContainText('Remove the login 509876544/12?');
    await expect(portugal.dialog).toContainText('Open series stay valid and selling goes on.');
    await portugal.button('Remove login').click();
    await expect(portugal.card(card)).toContainText('No login is saved.');
    expect(portugal.asked('logout')).toEqual([{}]);
  });
});

test.describe('certificates', () => {
  test('warn in time before they expire', async ({ open, portugal, standIn }) => {
    await open();
    await expect(portugal.card(card)).toContainText('BarPos Software, Lda');
    await expect(portugal.card(card)).toContainText('Expires on 12 Dec 2026 – get a new one');
    await expect(portugal.card(card)).toContainText('Valid until 31 May 2028');
    standIn.overview = overview({ client: { subject: 'CN=old', expires: '2026-11-20' }, authority: null });
    await expect(portugal.card(card)).toContainText('Expired on 20 Nov 2026');
    await expect(portugal.button('Import: Certificate of the tax authority')).toBeVisible();
  });

  test('of the program are imported with their key', async ({ open, portugal }) => {
    await open();
    await portugal.button('Replace: Client certificate').click();
    await portugal.chooseFile('Certificate', 'client.key', key);
    await expect(portugal.dialog).toContainText('There is no certificate in this file.');
    await portugal.chooseFile('Certificate', 'client.crt', certificate);
    await expect(portugal.dialog).toContainText('client.crt');
    await portugal.button('Import').click();
    await expect(portugal.dialog).toContainText('Choose a file.');
    expect(portugal.everything).toEqual([]);

    const locked = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIC\n-----END ENCRYPTED PRIVATE KEY-----\n';
    await portugal.chooseFile('Private key of the certificate', 'locked.key', locked);
    await expect(portugal.dialog).toContainText('The key is locked with a password.');
    await portugal.chooseFile('Private key of the certificate', 'client.key', key);
    await portugal.button('Import').click();
    await expect(portugal.note).toHaveText('The certificate is in use');
    await expect(portugal.card(card)).toContainText('new client');
    expect(portugal.asked('client-certificate')).toEqual([{ certificate, key }]);
  });

  test('of the authority are taken in their binary form, too', async ({ open, portugal }) => {
    await open();
    await portugal.button('Replace: Certificate of the tax authority').click();
    const binary = Buffer.concat([Buffer.from([0x30, 0x82, 0x02, 0x10]), Buffer.alloc(200, 1)]);
    await portugal.chooseFile('Certificate', 'AT.cer', binary);
    await portugal.button('Import').click();
    await expect(portugal.card(card)).toContainText('new AT');
    const [sent] = portugal.asked('authority-certificate') as [{ certificate: string }];
    expect(sent.certificate).toMatch(/^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+-----END CERTIFICATE-----\n$/);
    const body = sent.certificate.split('\n').slice(1, -2).join('');
    expect(Buffer.from(body, 'base64').equals(binary)).toBe(true);
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 400/] });

    test('say why', async ({ open, portugal, standIn }) => {
      standIn.refuse('authority-certificate', { status: 400, message: 'Não é um certificado RSA.' });
      await open();
      await portugal.button('Replace: Certificate of the tax authority').click();
      await portugal.chooseFile('Certificate', 'AT.cer', certificate);
      await portugal.button('Import').click();
      await expect(portugal.dialog.getByRole('alert')).toHaveText('Não é um certificado RSA.');
    });
  });
});
