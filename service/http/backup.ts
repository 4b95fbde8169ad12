/** GET /backup, /backup/incremental, /backup/restore, /backup/info: copies of registers, from this machine only (doc 2). */
import express, {
  Router,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { BackupError } from '../backup/backup-error.ts';
import type { Backups } from '../backup/backups.ts';
import { contentsOf } from '../backup/contents.ts';
import type { BackupSigner, Link } from '../backup/manifest.ts';
import { readLast, zipName } from '../backup/names.ts';
import type { Doubts } from '../backup/doubts.ts';
import type { RestoreInfo, Restores } from '../backup/restore.ts';
import { digestAt, type BackupSource } from '../backup/source.ts';
import { offsetTime, type Clock } from '../clock.ts';
import { writeZip } from '../exports/archive.ts';
import { firstSqOf, segmentOf } from '../journal/segments/name.ts';
import type { Log } from '../log.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { isDate } from '../receipt/time.ts';
import { isTree } from '../receipt/tree.ts';
import { checkName, DEFAULT_NAME } from '../register/registers.ts';
import { BUSY, refuse } from './request/export-errors.ts';
import { namedRegister } from './request/named-register.ts';
import { escaped, field, sendForm, wantsPage, type Say } from './form-page.ts';
import { queryOf, type Query } from './request/query.ts';

/** What the routes work with. */
export interface BackupRouteServices {
  source: BackupSource;
  backups: Backups;
  signer: BackupSigner;
  restores: Restores;
  /** Sends the log archive (`/backup?log`). */
  sendLog: RequestHandler;
  clock: Clock;
  log: Log;
  /** Version of this program. */
  version: string;
}

/** Routes of backups, and how to end what is running. */
export interface BackupRoutes {
  router: Router;
  /** Breaks off what is being sent; before the journal is closed. */
  close(): Promise<void>;
}

/** Archives that are sent at a time. */
const MOST_AT_A_TIME = 2;
/** Later than any document. */
const LAST_DAY = '9999-12-31';
/** Archives that are named on the page. */
const MOST_NAMED = 20;
/** Seconds between looks at a running restore. */
const REFRESH = 2;

/** Routes of backups. */
export function backupRoutes(services: BackupRouteServices): BackupRoutes {
  const { source, backups, signer, restores, clock, log, version } = services;
  const router = Router();
  const sending = new Map<AbortController, Promise<void>>();

  const sendBackup = async (request: Request, response: Response) => {
    const query = queryOf(request);
    const { rn, issues: unclear } = namedRegister(request);
    const wanted = unclear.length > 0 ? { issues: unclear } : await readPart(query, rn, source);
    if ('issues' in wanted) {
      refuse(request, response, wanted.issues);
      return;
    }
    if (sending.size >= MOST_AT_A_TIME) {
      refuse(request, response, [BUSY]);
      return;
    }
    const created = offsetTime(clock.now());
    const contents = contentsOf(source, { rn, ...wanted, created, version, signer });
    response.type('application/zip').set({
      'content-disposition': `attachment; filename="${contents.name}"`,
      'cache-control': 'no-store',
    });
    const left = new AbortController();
    response.on('close', () => left.abort());
    const sent = writeZip(contents.files, response, new Date(clock.now()), left.signal).catch(
      (error: unknown) => {
        // What breaks off is no backup; the connection says so.
        if (left.signal.aborted) log.info(`backup of ${rn}: the client went away`);
        else log.error(`backup of ${rn} broke off`, error);
      },
    );
    sending.set(left, sent);
    await sent;
    sending.delete(left);
  };

  router.get('/backup', (request: Request, response: Response, next: NextFunction) => {
    if (/[?&]log(?:[=&]|$)/i.test(request.url)) return services.sendLog(request, response, next);
    return sendBackup(request, response);
  });
  router.get('/backup/log', services.sendLog);

  router.get('/backup/incremental', async (request: Request, response: Response) => {
    const query = queryOf(request);
    const { rn, issues: unclear } = namedRegister(request);
    const issues = unclear.length > 0 ? unclear : await checkRegister(rn, source);
    if (issues.length > 0) {
      refuse(request, response, issues);
      return;
    }
    const say = (line: string) => {
      if (!response.headersSent) response.type('text/plain; charset=utf-8').set('cache-control', 'no-store');
      if (!response.destroyed) response.write(`${line}\n`);
    };
    try {
      const backed = await backups.backUp(rn, query.get('path'), say);
      if ('issues' in backed) {
        refuse(request, response, backed.issues);
        return;
      }
      const { file, size, lastSQ } = backed;
      const what =
        size === null ? 'has everything, nothing was written' : `written and read back, ${size} bytes`;
      say(`OK ${file} up to SQ ${lastSQ}: ${what}`);
      response.end();
    } catch (error) {
      if (!response.headersSent) {
        if (!(error instanceof BackupError)) throw error;
        refuse(request, response, [issue('#BACKUP_PATH', 'path', error.message)]);
        return;
      }
      log.error(`backup of ${rn} failed`, error);
      say(`FAILED ${(error as Error).message}`);
      response.end();
    }
  });

  router.get('/backup/restore', (request: Request, response: Response) => {
    const query = queryOf(request);
    const path = query.get('path');
    // Nothing begins by a GET: whoever says what to restore gets the form to confirm it with, unless JSON is asked for.
    const asked = path !== undefined && request.accepts(['html', 'json']) === 'html';
    if (asked || wantsPage(request))
      sendPage(request, response, restores.info, filledIn(query.get('RN'), path));
    else sendInfo(response, 200, restores.info);
  });

  router.post(
    '/backup/restore',

    express.urlencoded({ extended: false, limit: '20kb' }),
    async (request: Request, response: Response) => {
      const query = queryOf(request);
      const body: unknown = request.body;
      const form = isTree(body) ? body : {};
      const read = (name: string) =>
        query.get(name) ?? (typeof form[name] === 'string' ? form[name].trim() : undefined);
      const asked = filledIn(read('RN'), read('path'));
      const issues = await restores.start(asked.rn, asked.path, read('confirm'));
      if (wantsPage(request)) {
        const isAsked = issues[0]?.code === '#RESTORE_CONFIRM';
        if (issues.length > 0 && !isAsked) sendPage(request, response, restores.info, asked, issues[0]!.text);
        else response.redirect(303, '/backup/restore');
      } else if (issues.length > 0) refuse(request, response, issues);
      else sendInfo(response, 202, restores.info);
    },
  );

  router.get('/backup/info', (request: Request, response: Response) => {
    const { info } = restores;
    if (request.accepts(['json', 'text']) !== 'text') {
      sendInfo(response, 200, info);
      return;
    }
    const { State, RN, Records, Total, Message } = info;
    const text = RN === null ? Message : `${State} ${RN}: ${Records} of ${Total} records. ${Message}`;
    response.type('text/plain; charset=utf-8').set('cache-control', 'no-store').send(`${text}\n`);
  });

  return {
    router,
    async close() {
      for (const left of sending.keys()) left.abort();
      await Promise.all(sending.values());
    },
  };
}

/** Which part of a register is asked for: everything, or from a backup or day on. */
async function readPart(
  query: Query,
  rn: string,
  source: BackupSource,
): Promise<{ segment: number; last: number; previous: Link | null } | { issues: Issue[] }> {
  const issues = await checkRegister(rn, source);
  if (issues.length > 0) return { issues };
  const last = await source.lastSq(rn);
  const newest = segmentOf(last);
  const name = query.get('last');
  const received = name === undefined ? 0 : readLast(name);
  if (received === null)
    issues.push(issue('#TYPE', 'last', 'must be the name of a backup, such as 0001.zip'));
  else if (received > newest) {
    const text = `is no backup of this register, whose newest would be ${zipName(newest)}`;
    issues.push(issue('#TYPE', 'last', text));
  }
  const from = query.get('from');
  if (from !== undefined && !isDate(from)) issues.push(issue('#TYPE', 'from', 'must be a date YYYY-MM-DD'));
  if (issues.length > 0) return { issues };
  const dated = from === undefined ? 0 : ((await source.segmentsBetween(rn, from, LAST_DAY))[0] ?? newest);
  const segment = Math.max(received!, dated);
  if (segment === 0) return { segment, last, previous: null };
  // How far the one before reaches only its owner knows: at least to where this one begins.
  const before = firstSqOf(segment) - 1;
  const previous = {
    name: segment === received ? zipName(received) : null,
    lastSQ: before,
    lastLine: await digestAt(source, rn, before),
  };
  return { segment, last, previous };
}

async function checkRegister(rn: string, source: BackupSource): Promise<Issue[]> {
  const issues = checkName(rn);
  if (issues.length > 0 || (await source.lastSq(rn)) > 0) return issues;
  return [issue('#NOT_FOUND', 'RN', `there is no register ${rn} with records`)];
}

interface Asked {
  rn: string;
  path: string;
}

function filledIn(rn = DEFAULT_NAME, path = ''): Asked {
  return { rn, path };
}

function sendInfo(response: Response, status: number, info: RestoreInfo): void {
  response.status(status).set('cache-control', 'no-store').json(info);
}

function sendPage(
  request: Request,
  response: Response,
  info: RestoreInfo,
  asked: Asked,
  reason?: string,
): void {
  const isRunning = info.State === 'checking' || info.State === 'restoring';
  sendForm(request, response, reason === undefined ? 200 : 400, {
    title: 'restore.title',
    refresh: isRunning ? REFRESH : undefined,
    body: (say) => `<p>${say('restore.intro')}</p>
<p><strong>${say('restore.warning')}</strong></p>
${reason === undefined ? '' : `<p class="alert" role="alert">${say('restore.wrong', { reason })}</p>`}
${reason === undefined && info.State === 'unconfirmed' ? confirmForm(info, info.Confirm!, say) : ''}
${isRunning ? '' : restoreForm(asked, say, reason !== undefined)}
<h2>${say('restore.state')}</h2>
<p role="status">${stateLine(info, say)}</p>
<p><a href="/service/config">${say('restore.toConfig')}</a></p>
<p><a href="/">${say('backup.toStatus')}</a></p>`,
  });
}

/** What a manager has to know before he says yes. */
function confirmForm(
  { RN, Path }: RestoreInfo,
  { Code, Signers, Unsigned, Keys, Findings, Examples }: Doubts,
  say: Say,
): string {
  const list = (key: string, items: readonly string[], count = items.length) =>
    count === 0
      ? ''
      : `<p>${say(`restore.confirm.${key}`, { count })}</p>
<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const signers = Signers.map(({ Fingerprint, Archives }) =>
    say('restore.confirm.signer', { fingerprint: Fingerprint, count: Archives }),
  );
  const hidden = { RN: RN ?? '', path: Path ?? '', confirm: Code };
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<section class="alert" role="alert">
<h2>${say('restore.confirm.title')}</h2>
${list('signers', signers)}
${list('unsigned', Unsigned.slice(0, MOST_NAMED).map(escaped), Unsigned.length)}
${list('keys', Keys.map(escaped))}
${list('findings', Examples.map(escaped), Findings)}
<form method="post" action="/backup/restore">
${inputs.join('\n')}
<p>${say('restore.confirm.nothing')}</p>
<button type="submit">${say('restore.confirm.button')}</button>
</form>
</section>`;
}

function restoreForm({ rn, path }: Asked, say: Say, isWrong: boolean): string {
  return `<form method="post" action="/backup/restore">
${field('RN', say('restore.rn'), rn)}
${field('path', say('restore.path'), path, say('restore.pathHint'), isWrong)}
<button type="submit">${say('restore.start')}</button>
</form>`;
}

function stateLine({ State, Records, Total, Message }: RestoreInfo, say: Say): string {
  return say(`restore.states.${State}`, { done: Records, total: Total, reason: Message });
}
