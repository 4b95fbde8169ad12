/** /control/backups: what the page for backups shows and does; programs have /backup and /service/config. */
import path from 'node:path';
import { Router, type Request, type Response } from 'express';
import type { Backups } from '../../backup/backups.ts';
import type { Drills } from '../../backup/drills.ts';
import type { Restores } from '../../backup/restore.ts';
import { folderOf, type BackupSource } from '../../backup/source.ts';
import { archivesOf, lookAtStorage } from '../../backup/storage.ts';
import type { BackupsOverview, StorageCheck } from '../../backup/wire.ts';
import { offsetTime } from '../../clock.ts';
import { own } from '../../receipt/envelope.ts';
import { issue } from '../../receipt/issue.ts';
import { checkName } from '../../register/registers.ts';
import { fingerprintOf } from '../../settings/installation-key.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { refuseOnPage } from '../request/export-errors.ts';

/** What the routes work with. */
export interface BackupsPageServices {
  source: BackupSource;
  backups: Backups;
  drills: Drills;
  restores: Restores;
  dataRoot: string;
  /** Bytes that the journal takes. */
  journalBytes: () => Promise<number>;
}

/** Archives of a register that are listed. */
const MOST_LISTED = 10;
/** Registers that are listed: nobody backs up more of them from one machine. */
const MOST_REGISTERS = 200;

/** The routes, for managers (access/rules.ts). */
export function backupsPageRoutes(services: BackupsPageServices): Router {
  const { source, backups, drills, restores, dataRoot } = services;
  const router = Router();

  const checkOf = async (folder: string): Promise<StorageCheck> =>
    lookAtStorage(folder, dataRoot, await services.journalBytes());

  const overview = async (): Promise<BackupsOverview> => {
    const { path: folder } = backups;
    const time = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : offsetTime(ms));
    const registers = backups.results().slice(0, MOST_REGISTERS);
    return {
      path: folder,
      check: folder === null ? null : await checkOf(folder),
      running: backups.progress,
      next: offsetTime(backups.next),
      hour: backups.hour,
      fingerprint: fingerprintOf(backups.publicKey),
      registers: await Promise.all(
        registers.map(async ([rn, last]) => {
          const archives = folder === null ? [] : await archivesOf(path.join(folder, folderOf(source, rn)));
          return {
            ...{ rn, tried: time(last?.tried), success: time(last?.success), lastSQ: last?.lastSQ ?? 0 },
            ...{ error: last?.error ?? null, archives: archives.slice(0, MOST_LISTED) },
            ...{
              archiveCount: archives.length,
              archiveBytes: archives.reduce((sum, { size }) => sum + size, 0),
            },
            drill: drills.resultOf(rn),
          };
        }),
      ),
      drill: drills.progress,
      restore: restores.info,
    };
  };
  const send = async (response: Response) => {
    response.set('cache-control', 'no-store').json(await overview());
  };

  router.get('/control/backups', (_request, response) => send(response));

  router.post('/control/backups/check', settingsBody, async (request, response) => {
    const folder = textOf(request, 'path');
    if (folder === null)
      refuseOnPage(response, [issue('#TYPE', 'path', 'must be the full path of a folder')]);
    else response.set('cache-control', 'no-store').json(await checkOf(folder));
  });

  router.post('/control/backups/folder', settingsBody, async (request, response) => {
    const issues = await backups.setPath(textOf(request, 'path'));
    if (issues.length > 0) refuseOnPage(response, issues);
    else await send(response);
  });

  router.post('/control/backups/hour', settingsBody, async (request, response) => {
    const text = textOf(request, 'hour');
    const issues = await backups.setHour(text === null ? null : Number(text));
    if (issues.length > 0) refuseOnPage(response, issues);
    else await send(response);
  });

  router.post('/control/backups/restore', settingsBody, async (request, response) => {
    const [rn, place] = [textOf(request, 'rn') ?? '', textOf(request, 'path') ?? ''];
    const issues = await restores.start(rn, place, textOf(request, 'confirm') ?? undefined);
    if (issues.length > 0) refuseOnPage(response, issues);
    else {
      response.status(202);
      await send(response);
    }
  });

  router.post('/control/backups/run', async (_request, response) => {
    if (backups.path === null)
      refuseOnPage(response, [issue('#BACKUP_PATH', 'path', 'choose a folder for the backups first')]);
    else {
      void backups.runAll();
      response.status(202);
      await send(response);
    }
  });

  router.delete('/control/backups/run', async (_request, response) => {
    backups.cancel();
    await send(response);
  });

  router.post('/control/backups/drill', settingsBody, async (request, response) => {
    const rn = textOf(request, 'rn') ?? '';
    const place = textOf(request, 'path') ?? backups.path;
    const issues = checkName(rn);
    if (issues.length === 0 && place === null)
      issues.push(issue('#BACKUP_PATH', 'path', 'choose a folder for the backups first'));
    const refused = issues.length > 0 ? issues : drills.start(rn, place!);
    if (refused.length > 0) refuseOnPage(response, refused);
    else {
      response.status(202);
      await send(response);
    }
  });

  router.delete('/control/backups/drill', async (_request, response) => {
    await drills.cancel();
    await send(response);
  });
  return router;
}

/** A text of the body that says something; null for anything else. */
function textOf(request: Request, name: string): string | null {
  const body = readBody(request);
  const value = 'tree' in body ? own(body.tree, name) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
