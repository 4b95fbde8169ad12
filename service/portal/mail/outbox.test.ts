import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ADMIN, setUpPortal } from '../testing/browser.ts';
import { type MailSink, mailSink, readMail } from '../testing/mail.ts';
import { silentLog, testPortal, type TestPortal } from '../testing/portal.ts';
import { Outbox, queueMail } from './outbox.ts';
import { smtpTransport } from './transport.ts';

let portal: TestPortal;
let sink: MailSink;
let lines: string[];

beforeEach(async () => {
  sink = await mailSink();
  lines = [];
  const log = {
    ...silentLog,
    info: (text: string) => void lines.push(text),
    warn: (text: string) => void lines.push(text),
  };
  portal = await testPortal({ smtpUrl: sink.url, log });
});
afterEach(async () => {
  await portal.stop();
  await sink.close();
});

const MINUTE_MS = 60_000;
const invitation = { companyId: 2, emailAddress: 'ben@example.com', role: 'VIEWER' };

async function send() {
  const { outbox } = portal.portal.services;
  outbox.wake();
  await outbox.idle();
}

function waiting() {
  return portal.portal.services.db.select<{ tries: number }>('SELECT * FROM mails');
}

it('lets no mail wait for longer because the clock was put back', async () => {
  sink.refuse = { responseCode: 451 };
  await portal.ask('POST', '/User/Invite', invitation);
  await send();
  portal.clock.set(portal.clock.now() - 24 * 60 * MINUTE_MS);
  sink.refuse = null;
  await send();
  expect(sink.mails).toHaveLength(1);
});

it('tries again, less and less often, until the server takes the mail', async () => {
  sink.refuse = { responseCode: 451 };
  await portal.ask('POST', '/User/Invite', invitation);
  await send();
  expect([sink.mails.length, (await waiting())[0]?.tries]).toEqual([0, 1]);
  for (const minutes of [1, 2, 4]) {
    portal.clock.advance(minutes * MINUTE_MS - 1);
    await send();
    const [before] = await waiting();
    portal.clock.advance(1);
    await send();
    const [after] = await waiting();
    expect(after!.tries).toBe(before!.tries + 1);
  }
  sink.refuse = null;
  portal.clock.advance(60 * MINUTE_MS);
  await portal.portal.tick();
  await portal.portal.services.outbox.idle();
  expect(sink.mails).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

it('gives a mail up that the server refuses for good', async () => {
  sink.refuse = { responseCode: 550 };
  await portal.ask('POST', '/User/Invite', invitation);
  await send();
  expect(await waiting()).toEqual([]);
  expect(lines.at(-1)).toMatch(/invitation.*RCPT TO 550; it is given up/);
});

it('does not send links that have ended', async () => {
  sink.refuse = { responseCode: 451 };
  await portal.ask('POST', '/User/Invite', invitation);
  await send();
  sink.refuse = null;
  portal.clock.advance(10 * 24 * 60 * MINUTE_MS);
  await send();
  expect(sink.mails).toEqual([]);
  expect(await waiting()).toEqual([]);
});

it('tells neither addresses nor links to the log', async () => {
  await portal.ask('POST', '/User/Invite', invitation);
  await send();
  sink.refuse = { responseCode: 550 };
  await portal.ask('POST', '/User/Invite', { ...invitation, emailAddress: 'cora@example.com' });
  await send();
  expect(lines.join('\n')).toMatch(/mail \d+ \(invitation\) went to SMTP server 127\.0\.0\.1:\d+/);
  expect(lines.join('\n')).not.toMatch(/ben@|cora@|tmi_/);
});

it('sends nothing for a change that was rolled back, and a mail that was written down before a crash', async () => {
  const { db, clock } = portal.portal.services;
  const mail = {
    ...{ to: 'ben@example.com', language: 'en' as const, uselessAt: clock.now() + MINUTE_MS },
    content: { kind: 'reset' as const, name: 'Ben', token: 'tmp_x' },
  };
  const failed = db.write(async (transaction) => {
    await queueMail(transaction, mail, clock.now());
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await send();
  expect(sink.mails).toEqual([]);

  // Nobody is woken: as if the process had ended here.
  await db.write((transaction) => queueMail(transaction, mail, clock.now()));
  await portal.portal.tick();
  await portal.portal.services.outbox.idle();
  expect(sink.mails.map(({ to }) => to)).toEqual([['ben@example.com']]);
});

it('sends each mail once, however many processes send', async () => {
  const { db, clock, publicUrl } = portal.portal.services;
  const content = { kind: 'reset' as const, name: 'Ben', token: 'tmp_x' };
  const uselessAt = clock.now() + MINUTE_MS;
  const addresses = Array.from({ length: 20 }, (_, i) => `user${i}@example.com`);
  await db.write(async (transaction) => {
    for (const to of addresses)
      await queueMail(transaction, { to, language: 'en', content, uselessAt }, clock.now());
  });
  const transport = smtpTransport(sink.url, 'till@example.com');
  const outboxes = [1, 2, 3, 4].map(() => new Outbox({ db, clock, log: silentLog, transport, publicUrl }));
  for (const outbox of outboxes) outbox.wake();
  await Promise.all(outboxes.map((outbox) => outbox.idle()));
  // One may be with the outbox of the portal itself, which looks on its own.
  await vi.waitFor(() => expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(addresses.sort()));
});

it('lets no name write into the headers', async () => {
  const name = 'Evil\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>';
  const body = { parentEntityId: 2, name };
  const { organizationId } = await portal.ask<{ organizationId: number }>(
    'POST',
    '/api/v2/Public/Organization',
    body,
  );
  await portal.ask('POST', '/User/Invite', { ...invitation, companyId: organizationId });
  await send();
  const [{ to, raw }] = sink.mails as [(typeof sink.mails)[0]];
  expect(to).toEqual(['ben@example.com']);
  const { headers, html } = readMail(raw);
  expect([...headers.keys()].map((header) => header.toLowerCase())).not.toContain('bcc');
  expect(headers.get('Subject')).toBe('Invitation to the Tillmark portal');
  expect(html).not.toContain('<script>');
});

it.each([
  'ben@example.com\r\nBcc: eve@example.com',
  'ben@example.com, eve@example.com',
  'Ben <ben@example.com>',
  '@',
  '',
])('refuses the address %j', async (emailAddress) => {
  const answer = await portal.send('POST', '/User/Invite', { ...invitation, emailAddress });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'emailAddress']);
  await send();
  expect(sink.mails).toEqual([]);
});

it('puts mails into a folder where there is no server', async () => {
  const other = await testPortal({ bootstrapKey: undefined });
  try {
    const browser = await setUpPortal(other);
    await browser.ask('POST', '/session/forgotten', { email: ADMIN.email });
    await other.portal.services.outbox.idle();
    const [file, ...more] = fs.readdirSync(path.join(other.folder, 'mail'));
    expect([file, more]).toEqual([expect.stringMatching(/^reset-\d+-\d+\.eml$/), []]);
    const { headers, text } = readMail(fs.readFileSync(path.join(other.folder, 'mail', file!), 'utf8'));
    expect(headers.get('To')).toContain(ADMIN.email);
    expect(text).toContain(`${other.url}/#/reset/tmp_`);
    // Its link lets in whoever has it.
    expect(fs.statSync(path.join(other.folder, 'mail', file!)).mode & 0o077).toBe(0);
  } finally {
    await other.stop();
  }
});
