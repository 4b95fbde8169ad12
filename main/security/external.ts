import { app, shell } from 'electron';
import sites from '../../resources/authority-sites.json' with { type: 'json' };

/** Sites a page may send the user's browser to: the authorities whose portals the control page names, by country. */
const hosts = new Set(Object.values(sites).flat());

/**
 * Opens the portal beside the register in the user's browser.
 * @param address as the service has told it; its form was checked then
 */
export async function openPortal(address: string): Promise<void> {
  await shell.openExternal(new URL(address).href).catch(() => undefined);
}

/** Opens the folder with the shell's log in the system's file manager. */
export async function openLogs(): Promise<void> {
  await shell.openPath(app.getPath('logs')).catch(() => undefined);
}

/** The only door of pages to `shell.openExternal`: https to a listed host. Tells whether it was opened. */
export async function openExternal(text: string): Promise<boolean> {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return false;
  if (!hosts.has(url.hostname)) return false;
  try {
    await shell.openExternal(url.href);
    return true;
  } catch {
    return false;
  }
}
