import { dialog } from 'electron';
import { fill, type Texts } from '../texts.ts';
import type { Quiet } from './quiet.ts';
import type { InstallRefusal } from './updates.ts';

/** What the questions about an update need. */
export interface Asking {
  texts: Texts;
  /** Version that runs, and version that is ready. */
  current: string;
  version: string;
  quiet: () => Promise<Quiet>;
  /** Installs it; comes back only when that failed. */
  install: () => Promise<InstallRefusal>;
}

/** Asks somebody who wants the update, and says why it is not installed if it is not. */
export async function installAfterAsking({ texts, current, version, quiet, install }: Asking): Promise<void> {
  const { update } = texts;
  const say = (message: string, detail: string): Promise<unknown> =>
    dialog.showMessageBox({ type: 'info', message, detail, buttons: [update.close], noLink: true });
  const now = await quiet();
  if (!now.isQuiet) {
    await say(update.busy, update.busyDetail);
    return;
  }
  const waiting = now.waiting > 0 ? `\n\n${fill(update.askWaiting, { count: now.waiting })}` : '';
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: fill(update.ask, { version }),
    detail: update.askDetail + waiting,
    buttons: [update.yes, update.later],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  if (response !== 0) return;
  const refusal = await install();
  if (refusal.refused === 'busy') await say(update.busy, update.busyDetail);
  else if (refusal.refused === 'failed') {
    const { text } = refusal;
    await say(fill(update.refused, { version }), fill(update.refusedDetail, { current, text }));
  }
}
