/** What stands in a mail about notifications, made when it is sent: by the rights and the state of then. */
import type { Caller } from '../access/caller.ts';
import { callerOfUser, findUser, type UserRow } from '../access/users.ts';
import type { Database } from '../database/database.ts';
import { STATE } from '../entities/entity.ts';
import { zoneOf } from '../entities/year-end.ts';
import { escaped, inMail, type MailText, mailWords } from '../mail/message.ts';
import { isWritten } from '../registers/event-values.ts';
import { type FullRow, mayReadCompany, textOf, visibleRows } from '../registers/notification-search.ts';
import type { EventParameters } from '../registers/notifications.ts';
import { wordingFor } from '../registers/texts.ts';
import type { MailChoice } from './choices.ts';
import { UNSUBSCRIBE_PATH, unsubscribeToken } from './unsubscribe.ts';

/** What a mail is about: what was new for somebody in a time, and what goes on. */
export interface NotificationMail {
  userId: number;
  choice: Exclude<MailChoice, 'off'>;
  /** Milliseconds since 1970; what began later is new. */
  since: number;
  /** What began later is for the next mail. */
  until: number;
}

/** More are to be read on the page. */
const MOST_ROWS = 100;

const ORDER = `CASE WHEN n.ended_at IS NULL THEN 0 ELSE 1 END,
  CASE n.level WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, n.began_at DESC, n.id DESC`;

/** A notification as a mail has it. */
interface Item {
  title: string;
  fix: string;
  /** Level, register and times. */
  facts: string;
  link: string;
}

/**
 * The mail as it is to be sent now, with the link that ends such mails.
 * @param publicUrl address of the page, without a slash at the end
 * @returns null: there is nothing to tell, or nobody who may know it
 */
export async function notificationMail(
  db: Database,
  mail: NotificationMail,
  publicUrl: string,
): Promise<(MailText & { unsubscribe: string }) | null> {
  const user = await findUser(db, mail.userId);
  if (!user) return null;
  const caller = await callerOfUser(db, user);
  const rows = await rowsFor(db, caller, mail);
  if (rows.length === 0) return null;
  const unsubscribe = `${publicUrl}${UNSUBSCRIBE_PATH}${await unsubscribeToken(db, user.id)}`;
  return { ...written({ user, caller }, mail, rows, publicUrl, unsubscribe), unsubscribe };
}

async function rowsFor(
  db: Database,
  caller: Caller,
  { choice, since, until }: NotificationMail,
): Promise<FullRow[]> {
  const what =
    choice === 'errors'
      ? "n.ended_at IS NULL AND n.level = 'error' AND n.error_at > $since AND n.error_at <= $until"
      : 'n.began_at <= $until AND (n.ended_at IS NULL OR n.began_at > $since)';
  return visibleRows(
    db,
    caller,
    { sql: `r.state <> ${STATE.Deactivated} AND ${what}`, parameters: { since, until } },
    { order: ORDER, limit: MOST_ROWS + 1 },
  );
}

function written(
  { user, caller }: { user: UserRow; caller: Caller },
  { choice, since }: NotificationMail,
  rows: readonly FullRow[],
  publicUrl: string,
  unsubscribe: string,
): MailText {
  const t = mailWords(user.language, 'notifications');
  const shown = rows.slice(0, MOST_ROWS);
  const companies = Map.groupBy(shown, (row) => row.company_id);
  const parts = [...companies.values()].map((own) => {
    const { company_name: name, country_code: country } = own[0]!;
    return {
      heading: t('company', { company: inMail(name), zone: zoneOf(country) }),
      items: own.map((row) => itemOf(row, user, since, publicUrl + pageOf(row, caller))),
    };
  });
  const count = shown.length;
  const kind = choice === 'errors' ? 'errors' : 'digest';
  const subject = t(`subject.${kind}`, { count });
  const opening = [t('greeting', { name: inMail(user.name) }), t(`intro.${choice}`)];
  const all = `${publicUrl}/#/notifications`;
  const closing = [...(rows.length > count ? [t('more', { count })] : []), t('why')];
  const text = [
    ...opening,
    ...parts.map(({ heading, items }) => [heading, ...items.map(itemText)].join('\n\n')),
    `${t('all')}:\n${all}`,
    ...closing,
    `${t('end')}:\n${unsubscribe}`,
  ].join('\n\n');
  const html = [
    ...opening.map(paragraph),
    ...parts.map(
      ({ heading, items }) => `<h2>${escaped(heading)}</h2>\n<ul>\n${items.map(itemHtml).join('\n')}\n</ul>`,
    ),
    `<p>${anchor(all, t('all'))}</p>`,
    ...closing.map(paragraph),
    `<p>${anchor(unsubscribe, t('end'))}</p>`,
  ].join('\n');
  return {
    subject,
    text: `${text}\n`,
    html: `<!doctype html><html lang="${user.language}"><body>${html}</body></html>\n`,
  };
}

function itemOf(row: FullRow, { language }: UserRow, since: number, link: string): Item {
  const t = mailWords(language, 'notifications');
  const wording = wordingFor(language);
  const time = (at: number) =>
    new Intl.DateTimeFormat(wording.locale, {
      ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: zoneOf(row.country_code) },
    }).format(at);
  const began = time(row.began_at);
  const when =
    row.ended_at === null ? t('since', { began }) : t('over', { began, ended: time(row.ended_at) });
  const names = [row.register_name ?? row.rn, row.location_name].filter((name) => name !== null);
  const isNew = row.began_at > since;
  const facts = [t(`level.${row.level}`), names.map(inMail).join(', '), when, ...(isNew ? [t('new')] : [])];
  return {
    ...textOf(row, wording, harmless),
    facts: facts.join(' · '),
    link,
  };
}

/** The page about a register that a reader may open: with a role on its location alone that one's. */
function pageOf(row: FullRow, caller: Caller): string {
  return mayReadCompany(caller, row) || row.location_id === null
    ? `/#/register/${row.company_id}/${row.register_id}`
    : `/#/location/${row.location_id}`;
}

/** What a register has sent, as it may stand in a mail. */
function harmless(params: EventParameters): EventParameters {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) =>
      typeof value === 'string' && !isWritten(name, value) ? [name, inMail(value)] : [name, value],
    ),
  );
}

function itemText({ title, fix, facts, link }: Item): string {
  return `* ${title}\n  ${facts}\n  ${fix}\n  ${link}`;
}

function itemHtml({ title, fix, facts, link }: Item): string {
  return `<li><p><strong>${anchor(link, title)}</strong><br>${escaped(facts)}<br>${escaped(fix)}</p></li>`;
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function anchor(link: string, text: string): string {
  return `<a href="${escaped(link)}">${escaped(text)}</a>`;
}
