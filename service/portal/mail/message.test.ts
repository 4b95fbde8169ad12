import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import de from '../../../resources/locales/portal-mail/de.json' with { type: 'json' };
import en from '../../../resources/locales/portal-mail/en.json' with { type: 'json' };
import hr from '../../../resources/locales/portal-mail/hr.json' with { type: 'json' };
import pt from '../../../resources/locales/portal-mail/pt.json' with { type: 'json' };
import dePage from '../../../resources/locales/portal-page/de.json' with { type: 'json' };
import enPage from '../../../resources/locales/portal-page/en.json' with { type: 'json' };
import hrPage from '../../../resources/locales/portal-page/hr.json' with { type: 'json' };
import ptPage from '../../../resources/locales/portal-page/pt.json' with { type: 'json' };
import { LANGUAGES } from '../access/languages.ts';
import { ROLES } from '../access/roles.ts';
import { type MailContent, mailText } from './message.ts';
import { anyCharacter } from '../../testing/any-character.ts';

const locales = { en, de, hr, pt };
const pages = { en: enPage, de: dePage, hr: hrPage, pt: ptPage };
const URL = 'https://portal.example';
const UNTIL = Date.parse('2026-12-02T10:00:00Z');

/** All texts of a locale by their keys, with the names of their placeholders. */
function shape(texts: object, prefix = ''): Record<string, string[]> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, text]: [string, unknown]) =>
      typeof text === 'string'
        ? { [prefix + key]: [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort() }
        : shape(text as object, `${prefix}${key}.`),
    ),
  ) as Record<string, string[]>;
}

const invitation = (more: Partial<Extract<MailContent, { kind: 'invitation' }>> = {}): MailContent => ({
  ...{ kind: 'invitation', inviter: 'Ana', entity: 'Loja', role: 'VIEWER', token: 'tmi_x' },
  ...more,
});

describe.each(LANGUAGES)('mails in %s', (language) => {
  it('say everything that the English ones say', () => {
    // Croatian has a form of its own for two, three and four.
    const keys = Object.entries(shape(locales[language])).filter(([key]) => !key.endsWith('_few'));
    expect(Object.fromEntries(keys)).toEqual(shape(en));
  });

  it('call roles as the page does', () => {
    expect(Object.keys(locales[language].role)).toEqual([...ROLES]);
    expect(locales[language].role).toEqual(pages[language].role);
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
      expect(subject).toBe(en.invitation.subject);
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
    expect(subject).toBe(locales[language].invitation.subject);
    // Nothing but our own link reads as one, for a program that looks for them.
    const links = (of: string) => of.match(/[\p{L}\d]+(?:[.。@]|:\/\/|\\)[\p{L}\d]+/gu);
    expect(links(text.replaceAll(`${URL}/#/invitation/tmi_x`, ''))).toBeNull();
    expect(links(html.replaceAll(`${URL}/#/invitation/tmi_x`, ''))).toBeNull();
    // People read it as it is.
    expect(text.replaceAll('\u2060', '')).toContain(name);
  }
});
