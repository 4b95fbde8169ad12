/** electron-updater as a source of updates. Built into a file of its own, which is loaded when updates are looked for. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { autoUpdater, type AppUpdater } from 'electron-updater';
import releases from '../../resources/update-key.json' with { type: 'json' };
import { isReplaceable, keepOld, needsPerson } from './place.ts';
import { readSigned, type OfferedVersion } from './signature.ts';
import type { SourceOptions, UpdateSource } from './source.ts';

/** A system that does nothing for so long will not replace the program any more. macOS checks it file by file. */
const INSTALL_LIMIT = 180_000;

/** Opens the source. electron-updater picks the way of the platform and of the package (AppImage, deb, rpm). */
export function openSource(options: SourceOptions, key: string = releases.ed25519): UpdateSource {
  const updater: AppUpdater = autoUpdater;
  configure(updater, options);
  const installed = { platform: process.platform, env: process.env, program: process.execPath };
  // Without a key nothing proves where an update comes from. A program that is started again without its options
  // would sell into another data root.
  const canInstall = key !== '' && options.isPlain && isReplaceable(installed);
  let offered: OfferedVersion | null = null;
  let file: string | null = null;

  return {
    canInstall,
    needsPerson: canInstall && needsPerson(installed),
    check: async () => {
      offered = null;
      const result = await updater.checkForUpdates();
      if (result === null) throw new Error('this installation has no source of updates');
      if (!result.isUpdateAvailable) return null;
      if (canInstall) offered = readSigned(result.updateInfo, key);
      return result.updateInfo.version;
    },
    download: async () => {
      if (!offered) throw new Error('there is nothing to download');
      [file = null] = await updater.downloadUpdate();
      await prove(file, offered);
    },
    install: async () => {
      if (!offered) throw new Error('there is nothing to install');
      // It may have lain on the disk for days.
      await prove(file, offered);
      const putBack = keepOld(installed);
      try {
        return await replace(updater);
      } catch (error) {
        putBack();
        throw error;
      }
    },
  };
}

function configure(updater: AppUpdater, { feed, log }: SourceOptions): void {
  updater.autoDownload = false;
  // Windows ends programs when it shuts down, in the middle of an installation if need be.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: (text) => log(`[update] ${String(text)}`),
    warn: (text) => log(`[update] ${String(text)}`),
    error: (text) => log(`[update] ${String(text)}`),
  };
  // Every failure comes as a rejection as well; without a listener the event would end the program.
  updater.on('error', () => undefined);
  if (feed !== null) updater.setFeedURL({ provider: 'generic', url: feed });
}

function replace(updater: AppUpdater): Promise<never> {
  return new Promise((_resolve, reject) => {
    const late = new Error('the system did not replace the program');
    const limit = setTimeout(() => reject(late), INSTALL_LIMIT);
    updater.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    // Without questions of the installer, and started again.
    updater.quitAndInstall(true, true);
  });
}

/** @throws unless the file is one of those that were signed */
async function prove(file: string | null, { files }: OfferedVersion): Promise<void> {
  if (file === null) throw new Error('the update was not downloaded');
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const digest = hash.digest('base64');
  if (!files.some(({ sha512 }) => sha512 === digest))
    throw new Error('the file of the update is not the one that was signed');
}
