import { app } from 'electron';
import { OWN_SCHEME } from './security/origins.ts';

/** Pages that a link from outside may open, by name, as paths of the register. Each of them only shows something. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['', '/'],
  ['status', '/#/'],
  ['fiscal', '/#/fiscal'],
  ['devices', '/#/devices'],
  ['units', '/#/units'],
  ['e-invoices', '/#/e-invoices'],
  ['settings', '/#/settings'],
  ['docs', '/docs'],
]);

const LINK = new RegExp(`^${OWN_SCHEME}://open(?:/([a-z-]{0,20}))?/?$`);

/** Path of the register for a link such as `tillmark://open/devices`; null for everything else. Links come from web pages. */
export function pageOfLink(link: string): string | null {
  const name = LINK.exec(link);
  return name ? (PAGES.get(name[1] ?? '') ?? null) : null;
}

/** The page that a command line asks for; null without a link, or with one that is refused. */
export function pageOfArguments(argv: readonly string[]): string | null {
  // Only one of them is opened: the system passes one.
  const link = argv.find((argument) => argument.startsWith(`${OWN_SCHEME}:`));
  return link === undefined ? null : pageOfLink(link);
}

/**
 * Opens links: of this command line, of further ones, and those that macOS hands over. Call before `ready`.
 * @param show brings the window to the front; with a page of the register, or as it is
 */
export function openLinks(argv: readonly string[], show: (page: string | null) => void): void {
  // Windows keeps handlers in the registry of the user. Behind the dashes nothing of a link is an option
  // (CVE-2018-1000006). Elsewhere the handler is part of the package.
  if (app.isPackaged && process.platform === 'win32')
    app.setAsDefaultProtocolClient(OWN_SCHEME, process.execPath, ['--']);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(pageOfLink(link));
  });
  app.on('second-instance', (_event, others) => show(pageOfArguments(others)));
  const first = pageOfArguments(argv);
  if (first !== null) show(first);
}
