/** Stands in for electron-updater: `vi.mock('electron-updater', () => import('./updater-double.ts'))`. */
import { EventEmitter } from 'node:events';

/** An updater whose feed, download and installer are the test's. */
class UpdaterDouble extends EventEmitter {
  info: object = {};
  isUpdateAvailable = true;
  isActive = true;
  /** The downloaded file. */
  file = '';
  installs: unknown[][] = [];
  feeds: unknown[] = [];
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  checkForUpdates(): Promise<unknown> {
    const { info, isUpdateAvailable } = this;
    return Promise.resolve(this.isActive ? { isUpdateAvailable, updateInfo: info } : null);
  }
  downloadUpdate(): Promise<string[]> {
    return Promise.resolve([this.file]);
  }
  setFeedURL(feed: unknown): void {
    this.feeds.push(feed);
  }
  quitAndInstall(...how: unknown[]): void {
    this.installs.push(how);
  }
}

export const autoUpdater = new UpdaterDouble();
