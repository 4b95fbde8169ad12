/** What stands in the portal's mails, in the language of who gets them. */
import { type Language, localeFile, texts } from '../../locales.ts';
import type { Role } from '../access/roles.ts';

// What is put into HTML is escaped there.
const words = texts((language) => localeFile('portal-mail', language));

/** What a mail says; each has a link of the page with a token in it. */
export type MailContent =
  // Its subject holds nothing that the inviter has chosen: it is what everybody reads, from our address.
  | { kind: 'invitation'; inviter: string; entity: string; role: Role; token: string }
  | { kind: 'reset'; name: string; token: string };

/** A mail that can be sent. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Words of a kind of mail in a language, by their keys. */
export function mailWords(
  language: Language,
  kind: string,
): (key: string, values?: Record<string, string | number>) => string {
  const say = words.in(language);
  return (key, values = {}) => say(`${kind}.${key}`, values);
}

/** Takes no room and begins no new line. */
const WORD_JOINER = '\u2060';

/** Longest name in a mail; whoever chooses a name must not write the mail. */
const MAX_NAME_LENGTH = 100;

/** The link of a mail: a place of the page. `publicUrl` has no slash at its end. */
export function linkTo(publicUrl: string, { kind, token }: Pick<MailContent, 'kind' | 'token'>): string {
  return `${publicUrl}/#/${kind}/${token}`;
}

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
  const t = mailWords(language, content.kind);
  const values = { ...namesOf(content, language), until: timeText(until, language) };
  const link = linkTo(publicUrl, content);
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
  if (content.kind === 'reset') return { name: inMail(content.name) };
  const { inviter, entity, role } = content;
  return {
    inviter: inMail(inviter),
    entity: inMail(entity),
    role: words.in(language)(`role.${role}`),
  };
}

/**
 * A name as it may stand in a mail: on one line, without characters that nobody sees, not too long, and broken up
 * by such characters of ours where a mail program would make a link of it (`evil.example`, `a@b.example`).
 */
export function inMail(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = [...line];
  const short = letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : line;
  return short.replace(/[.@:/\\\u3002\uFF0E\uFF61]/gu, `$&${WORD_JOINER}`);
}

function timeText(ms: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(ms)} UTC`;
}

/** A text as HTML has it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
