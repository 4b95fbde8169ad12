import { afterEach, expect, it } from 'vitest';
import { type MailSink, mailSink } from '../testing/mail.ts';
import { smtpTransport } from './transport.ts';

let sink: MailSink | null = null;
afterEach(async () => {
  await sink?.close();
  sink = null;
});

const mail = { id: 'reset-1-0', to: 'ben@example.com', date: 0, subject: 'S', text: 'T', html: '<p>T</p>' };

it('signs in to the server with what the URL says', async () => {
  let seen: unknown;
  sink = await mailSink({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      seen = { username, password };
      done(null, { user: username });
    },
  });
  const transport = smtpTransport(sink.url.replace('//', '//portal:p%40ss@'), 'Till <till@example.com>');
  await transport.send(mail);
  expect(seen).toEqual({ username: 'portal', password: 'p@ss' });
  expect(transport.place).not.toContain('p%40ss');
  expect(sink.mails[0]!.from).toBe('till@example.com');
  expect(sink.mails[0]!.raw).toContain('Message-ID: <reset-1-0@example.com>');
});

it('gives a password to another machine only over an encrypted connection', async () => {
  const passwords: unknown[] = [];
  sink = await mailSink({
    ...{ authOptional: false, allowInsecureAuth: true },
    onAuth({ password }, _session, done) {
      passwords.push(password);
      done(null, { user: 'x' });
    },
  });
  // A name of this machine that does not look like one.
  const elsewhere = sink.url.replace('127.0.0.1', '0.0.0.0').replace('//', '//portal:secret@');
  await expect(smtpTransport(elsewhere, 'till@example.com').send(mail)).rejects.toThrow(/STARTTLS/);
  expect(passwords).toEqual([]);
  await smtpTransport(`${elsewhere}?requireTLS=false`, 'till@example.com').send(mail);
  expect(passwords).toEqual(['secret']);
});
