/** The attributes that say where e-invoices go, as a form enters them. */
import { isMailAddress, readParticipant } from './addresses.ts';
import { isAccessPointUrl } from './channels/access-point.ts';
import { mailServer } from './channels/mail.ts';
import { readRoutes } from './routes.ts';
import type { SettingName, SettingProblem } from './wire.ts';

const isUrl = (text: string): SettingProblem | null => (isAccessPointUrl(text) ? null : 'url');
const isMail = (text: string): SettingProblem | null => (isMailAddress(text) ? null : 'mail');
const isFolder = (text: string): SettingProblem | null =>
  /^(\/|[A-Za-z]:[\\/]|\\\\[^\\])/.test(text) ? null : 'folder';

const CHECKS: Readonly<Record<SettingName, (text: string) => SettingProblem | null>> = {
  EInvoice_Routes: (text: string) => ('problem' in readRoutes(text) ? 'routes' : null),
  EInvoice_Url: isUrl,
  EInvoice_TestUrl: isUrl,
  EInvoice_Sender: (text: string) => ('problem' in readParticipant(text) ? 'participant' : null),
  EInvoice_Mail: (text: string) => (mailServer(text) ? null : 'mailServer'),
  EInvoice_MailFrom: isMail,
  EInvoice_MailUser: () => null,
  EInvoice_TestMail: isMail,
  EInvoice_Folder: isFolder,
  EInvoice_TestFolder: isFolder,
};

/** All of them. */
export const SETTINGS = Object.keys(CHECKS) as SettingName[];

const LONGEST = 1000;

/** What is wrong with a value that is to be set; null for nothing. */
export function settingProblem(name: SettingName, text: string): SettingProblem | null {
  // A list of attributes has no way to write both kinds of quotation marks.
  const hasBoth = text.includes('"') && text.includes("'");
  if (text.length > LONGEST || hasBoth || /\p{Cc}/u.test(text)) return 'text';
  return CHECKS[name](text);
}
