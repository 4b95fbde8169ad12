/** What stands in the portal's mails, in the language of who gets them. */
import i18next, { type i18n } from 'i18next';
import de from '../../../resources/locales/portal-mail/de.json' with { type: 'json' };
import en from '../../../resources/locales/portal-mail/en.json' with { type: 'json' };
import pt from '../../../resources/locales/portal-mail/pt.json' with { type: 'json' };
import type { Language } from '../access/languages.ts';
import type { Role } from '../access/roles.ts';

const texts: i18n = i18next.createInstance();
void texts.init({
  initAsync: false,
  fallbackLng: 'en',
  resources: { en: { translation: en }, pt: { translation: pt }, de: { translation: de } },
  // Texts are escaped where they are put into HTML.
  interpolation: { escapeValue: false },
});

/** What a mail says; each has a link of the page with a token in it. */
export type MailContent =
  | { kind: 'invitation'; inviter: string; entity: string; role: Role; token: string }
  | { kind: 'reset'; name: string; token: string };

/** A mail that can be sent. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Longest name in a mail; whoever chooses a name must not write the mail. */
const MAX_NAME_LENGTH = 100;

/**
 * Writes a mail.
 * @param publicUrl address of the page, without a slash at the end
 * @param until when the link ends, milliseconds since 1970
 */
export function mailText(
  content: MailContent,
  language: Language,
  publicUrl: string,
  until: number,
): MailText {
  const t = texts.getFixedT(language, null, content.kind);
  const values = { ...namesOf(content, language), until: timeText(until, language) };
  const link = `${publicUrl}/#/${content.kind}/${content.token}`;
  const [greeting, text, action, hint] = [
    t('greeting', values),
    t('text', values),
    t('action'),
    t('hint', values),
  ];
  const html = [
    `<p>${escaped(greeting)}</p>`,
    `<p>${escaped(text)}</p>`,
    `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
    `<p>${escaped(hint)}</p>`,
  ];
  return {
    subject: t('subject', values),
    text: `${[greeting, text, `${action}:\n${link}`, hint].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${html.join('\n')}</body></html>\n`,
  };
}

function namesOf(content: MailContent, language: Language): Record<string, string> {
  if (content.kind === 'reset') return { name: oneLine(content.name) };
  const { inviter, entity, role } = content;
  return {
    inviter: oneLine(inviter),
    entity: oneLine(entity),
    role: texts.t(`role.${role}`, { lng: language }),
  };
}

/** A name as it may stand in a header: on one line, without control characters, not too long. */
function oneLine(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : line;
}

function timeText(ms: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(ms)} UTC`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
