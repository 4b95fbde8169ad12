/** GET and POST /service/config: where backups go every night, and how the last ones went (doc 2), from this machine only. */
import express, { Router, type Request, type Response } from 'express';
import type { Backups } from '../backup/backups.ts';
import { offsetTime } from '../clock.ts';
import { isTree } from '../receipt/tree.ts';
import { refuse } from './request/export-errors.ts';
import { fingerprintOf } from '../settings/installation-key.ts';
import { escaped, field, sendForm, wantsPage, type Say } from './form-page.ts';

/** Bytes of a form. */
const LIMIT = '20kb';
/** Seconds between looks at a running backup. */
const REFRESH = 2;

/** Routes of the settings for backups. */
export function serviceConfigRoutes(backups: Backups): Router {
  const router = Router();

  router.get('/service/config', (request: Request, response: Response) => {
    // Programs say that they want JSON; everybody else gets the form.
    if (request.accepts(['html', 'json']) === 'json') sendConfig(response, backups);
    else sendPage(request, response, backups);
  });

  router.post(
    '/service/config',

    express.urlencoded({ extended: false, limit: LIMIT }),
    express.json({ limit: LIMIT }),
    async (request: Request, response: Response) => {
      const body: unknown = request.body;
      const { path, run } = isTree(body) ? read(body) : {};
      const issues = path === undefined ? [] : await backups.setPath(path === '' ? null : path);
      if (issues.length > 0 && wantsPage(request)) {
        sendPage(request, response, backups, { path: path ?? '', reason: issues[0]!.text });
        return;
      }
      if (issues.length > 0) {
        refuse(request, response, issues);
        return;
      }
      if (run) void backups.runAll();
      // Seen with GET, the page can be loaded again without doing anything again.
      if (wantsPage(request)) response.redirect(303, '/service/config');
      else sendConfig(response, backups);
    },
  );
  return router;
}

/** `path` of the form, `Path` of JSON; `run` backs up at once. */
function read(body: Record<string, unknown>): { path?: string; run?: boolean } {
  const path = body.Path === null ? '' : (body.Path ?? body.path);
  const run = body.Run === true || body.run !== undefined;
  return { ...(typeof path === 'string' && { path: path.trim() }), run };
}

function sendConfig(response: Response, backups: Backups): void {
  const time = (ms: number | null) => (ms === null ? null : offsetTime(ms));
  const Registers = backups.results().map(([RN, last]) => ({
    RN,
    Tried: time(last?.tried ?? null),
    Success: time(last?.success ?? null),
    File: last?.file ?? null,
    LastSQ: last?.lastSQ ?? 0,
    Error: last?.error ?? null,
  }));
  response.set('cache-control', 'no-store').json({
    Path: backups.path,
    Running: backups.isRunning,
    Fingerprint: fingerprintOf(backups.publicKey),
    Registers,
  });
}

function sendPage(
  request: Request,
  response: Response,
  backups: Backups,
  wrong?: { path: string; reason: string },
): void {
  sendForm(request, response, wrong ? 400 : 200, {
    title: 'backup.title',
    // What was typed must not vanish.
    refresh: backups.isRunning && !wrong ? REFRESH : undefined,
    body: (say) => `<p>${say('backup.intro')}</p>
${wrong ? `<p class="alert" role="alert">${say('backup.wrong', { reason: wrong.reason })}</p>` : ''}
<form method="post" action="/service/config">
${field('path', say('backup.path'), wrong?.path ?? backups.path ?? '', say('backup.pathHint'), wrong !== undefined)}
<button type="submit">${say('backup.save')}</button>
</form>
<h2>${say('backup.results')}</h2>
${backups.isRunning ? `<p role="status">${say('backup.running')}</p>` : ''}
${resultTable(backups, say)}
${backups.path === null ? '' : runForm(say)}
<p>${say('backup.fingerprint', { fingerprint: fingerprintOf(backups.publicKey) })}</p>
<p><a href="/backup/restore">${say('backup.toRestore')}</a></p>
<p><a href="/">${say('backup.toStatus')}</a></p>`,
  });
}

function runForm(say: Say): string {
  return `<form method="post" action="/service/config">
<button type="submit" name="run" value="1">${say('backup.run')}</button>
</form>`;
}

function resultTable(backups: Backups, say: Say): string {
  const results = backups.results();
  if (results.length === 0) return `<p>${say('backup.none')}</p>`;
  const time = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? say('backup.never') : offsetTime(ms).slice(0, 16).replace('T', ' ');
  const rows = results.map(([rn, last]) => {
    const { file, lastSQ, error } = last ?? { file: null, lastSQ: 0, error: null };
    const cells = [
      time(last?.tried),
      time(last?.success),
      escaped(file ?? ''),
      String(lastSQ),
      escaped(error ?? ''),
    ];
    const values = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><th scope="row">${escaped(rn)}</th>${values}</tr>`;
  });
  const heads = (['register', 'tried', 'success', 'file', 'records', 'error'] as const)
    .map((name) => `<th scope="col">${say(`backup.${name}`)}</th>`)
    .join('');
  return `<div class="table"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;
}
