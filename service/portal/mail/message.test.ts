import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type mail from '../../../resources/locales/portal-mail/en.json';
import type page from '../../../resources/locales/portal-page/en.json';
import { type Language, LANGUAGES, localeOf } from '../../locales.ts';
import { ROLES } from '../access/roles.ts';
import { type MailContent, mailText } from './message.ts';
import { anyCharacter } from '../../testing/any-character.ts';

const mailsIn = (language: Language) => localeOf<typeof mail>('portal-mail', language);
const pagesIn = (language: Language) => localeOf<typeof page>('portal-page', language);
const URL = 'https://portal.example';
const UNTIL = Date.parse('2026-12-02T10:00:00Z');

const invitation = (more: Partial<Extract<MailContent, { kind: 'invitation' }>> = {}): MailContent => ({
  ...{ kind: 'invitation', inviter: 'Ana', entity: 'Loja', role: 'VIEWER', token: 'tmi_x' },
  ...more,
});

describe.each(LANGUAGES)('mails in %s', (language) => {
  it('call roles as the page does', () => {
    expect(Object.keys(mailsIn(language).role)).toEqual([...ROLES]);
    expect(mailsIn(language).role).toEqual(pagesIn(language).role);
  });

  it.each([invitation(), { kind: 'reset', name: 'Ana', token: 'tmp_x' } as const])(
    'leave no placeholder in $kind',
    (content) => {
      const { subject, text, html } = mailText(content, language, URL, UNTIL);
      expect(subject + text + html).not.toMatch(/\{\{|\}\}|undefined/);
      expect(text).toContain(`${URL}/#/${content.kind}/${content.token}`);
      expect(text).toContain('2026');
      expect(html).toContain(`<html lang="${language}">`);
    },
  );
});

it('takes names as names, whatever they are', () => {
  const name = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('$t(role.ADMIN)', '{{entity}}', '\u202Eevil', 'a\r\nBcc: b'),
  );
  fc.assert(
    fc.property(name, name, (inviter, entity) => {
      const { subject, html } = mailText(invitation({ inviter, entity }), 'en', URL, UNTIL);
      expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
      expect(subject).toBe(mailsIn('en').invitation.subject);
      expect(
        html
          .match(/<(\/?\w+)/g)!
          .map((tag) => tag.replace(/<\/?/, ''))
          .sort(),
      ).toEqual(['html', 'html', 'body', 'body', 'a', 'a', ...Array<string>(8).fill('p')].sort());
    }),
  );
  const { text } = mailText(invitation({ entity: '$t(action) {{inviter}}' }), 'en', URL, UNTIL);
  expect(text).toContain('“$t(action) {{inviter}}”');
});

it.each([
  'https://evil.example/login',
  'www.evil.example',
  'evil。example',
  'Pay at evil.example/x now',
  'help@evil.example',
  'mailto:help@evil.example',
  '\\\\evil\\share',
])('makes no link of a company or a person that is called %j, and no subject', (name) => {
  const names = invitation({ inviter: name, entity: name });
  for (const language of LANGUAGES) {
    const { subject, text, html } = mailText(names, language, URL, UNTIL);
    expect(subject).toBe(mailsIn(language).invitation.subject);
    // Nothing but our own link reads as one, for a program that looks for them.
    // A time may have a dot: 10.00.
    const links = (of: string) =>
      of.replace(/\b\d\d\.\d\d\b/g, '').match(/[\p{L}\d]+(?:[.。@]|:\/\/|\\)[\p{L}\d]+/gu);
    expect(links(text.replaceAll(`${URL}/#/invitation/tmi_x`, ''))).toBeNull();
    expect(links(html.replaceAll(`${URL}/#/invitation/tmi_x`, ''))).toBeNull();
    // People read it as it is.
    expect(text.replaceAll('\u2060', '')).toContain(name);
  }
});
