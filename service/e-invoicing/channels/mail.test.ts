import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { Attributes } from '../../settings/attributes.ts';
import type { Parcel } from '../contract.ts';
import { MailChannel } from './mail.ts';

/** A mail server in small: what it took, and what it refuses. */
async function startServer() {
  const mails: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'till' }) : done(new Error('no such user')),
    onRcptTo: ({ address }, _, done) =>
      address.startsWith('nobody')
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { mails, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

const parcel = (more: Partial<Parcel> = {}): Parcel => ({
  ...{ id: 'a1b2c3d4-0000-8000-8000-000000000000', number: 'R 1/7', kind: '380', syntax: 'CII' },
  ...{
    customization: 'x',
    from: { scheme: '9930', value: 'DE1' },
    to: { scheme: 'EM', value: 'kunde@example.com' },
  },
  ...{ seller: 'Müller & Co\r\nBcc: evil@example.com', country: 'DE', language: 'de', test: false },
  ...{ fileName: 'R-1-7_a1b2c3d4.xml', mediaType: 'application/xml', bytes: Buffer.from('<a/>') },
  ...more,
});

const channel = (values: Record<string, string>, password: string | null = null) => {
  const attributes = Attributes.parse(
    Object.entries(values)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' '),
  );
  return new MailChannel({ attributes: () => attributes, secret: () => password });
};
const never = new AbortController().signal;

it('sends the invoice with its id, to the customer alone, and a test to nobody else', async () => {
  const { mails, url } = await startServer();
  const settings = {
    EInvoice_Mail: url,
    EInvoice_MailFrom: 'shop@example.com',
    EInvoice_TestMail: 'dev@example.com',
  };
  const mail = channel(settings);
  expect(mail.problem(true)).toBeNull();
  const id = '<a1b2c3d4-0000-8000-8000-000000000000@example.com>';
  expect(await mail.send(parcel(), never)).toEqual({ outcome: 'delivered', reference: id });
  expect((await mail.send(parcel({ test: true }), never)).outcome).toBe('delivered');
  expect(mails.map(({ to }) => to)).toEqual([['kunde@example.com'], ['dev@example.com']]);
  const [head = ''] = mails[0]!.text.split('\r\n\r\n');
  expect(head).not.toMatch(/^Bcc:/im);
  expect(head).toContain(`Message-ID: ${id}`);
  expect(mails[0]!.text).toContain('filename=R-1-7_a1b2c3d4.xml');
  expect(mails[1]!.text).toMatch(/Subject: .*TEST.*Rechnung_R_1\/7/);
});

it('takes a recipient that does not exist for final, and a wrong password for something that can be mended', async () => {
  const { mails, url } = await startServer();
  const settings = { EInvoice_Mail: url, EInvoice_MailFrom: 'shop@example.com' };
  const nobody = parcel({ to: { scheme: 'EM', value: 'nobody@example.com' } });
  expect(await channel(settings).send(nobody, never)).toMatchObject({ outcome: 'refused' });
  const wrong = await channel({ ...settings, EInvoice_MailUser: 'till' }, 'wr0ng-passw0rd').send(
    parcel(),
    never,
  );
  expect(wrong).toMatchObject({ outcome: 'unanswered' });
  expect(JSON.stringify(wrong)).not.toContain('wr0ng-passw0rd');
  expect(mails).toEqual([]);
});

it('tells whether the server takes user and password, and sends nothing for that', async () => {
  const { mails, url } = await startServer();
  const settings = {
    ...{ EInvoice_Mail: url, EInvoice_MailFrom: 'shop@example.com', EInvoice_MailUser: 'till' },
  };
  expect(await channel(settings, 'right').test(false, never)).toBeNull();
  const wrong = await channel(settings, 'wr0ng-passw0rd').test(false, never);
  expect(wrong).toMatchObject({ cause: { code: 'login' } });
  expect(JSON.stringify(wrong)).not.toContain('wr0ng-passw0rd');
  const nowhere = { ...settings, EInvoice_Mail: 'smtp://127.0.0.1:9' };
  expect(await channel(nowhere, 'right').test(false, never)).toMatchObject({
    cause: { code: 'unreachable' },
  });
  expect(await channel(settings).test(false, never)).toMatchObject({ cause: { code: 'passwordMissing' } });
  expect(mails).toEqual([]);
});

it.each([
  [{ EInvoice_Mail: 'http://mail.example', EInvoice_MailFrom: 'a@example.com' }, 'EInvoice_Mail must'],
  [{ EInvoice_Mail: 'smtps://u:p@mail.example', EInvoice_MailFrom: 'a@example.com' }, 'EInvoice_Mail must'],
  [{ EInvoice_Mail: 'smtps://mail.example', EInvoice_MailFrom: 'a@b.com, c@d.com' }, 'EInvoice_MailFrom'],
  [
    { EInvoice_Mail: 'smtps://mail.example', EInvoice_MailFrom: 'a@b.com', EInvoice_MailUser: 'u' },
    'password',
  ],
])('says what is not set up: %j', (settings, text) => {
  expect(channel(settings as Record<string, string>).problem(false)?.text).toContain(text);
});
