/** Exports of the control page: their types, ordered, watched, downloaded and removed (GET /control/export-types; POST, GET and DELETE /control/exports). */
import path from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import { storageProblem } from '../../backup/storage.ts';
import type { Exports, ExportRequest, ExportServices } from '../../exports/exports.ts';
import { ExportJobs } from '../../exports/jobs.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { readJson } from '../../receipt/json.ts';
import type { Tree } from '../../receipt/tree.ts';
import { isKeptOut, mayUse } from '../door/access-guard.ts';
import { BUSY, refuseOnPage } from '../request/export-errors.ts';
import { namedRegister } from '../request/named-register.ts';

const MAX_ORDER_BYTES = 10_000;

/** Adds the routes of jobs, for this machine only. Files lie in the folder `export` of the data root. */
export function exportJobRoutes(
  router: Router,
  { registers, country: { clock, log }, dataRoot }: ExportServices & { dataRoot: string },
  exports: Exports,
): void {
  const folder = path.join(dataRoot, 'export');
  const jobs = new ExportJobs({ exports, folder, clock, log });

  /** The registers whose data are in a file: all of a company, where it is about the whole; all there are where nobody knows which. */
  const registersIn = async (rn: string | null, company: string | undefined): Promise<readonly string[]> => {
    if (rn !== null) return [rn];
    if (company === undefined) return registers.names;
    return (await exports.registersOf(company)).map((register) => register.rn);
  };
  /** Whether the user of a request may not have a job's file, and was told so. */
  const isKeptFrom = async (request: Request, response: Response, id: string): Promise<boolean> => {
    const job = await jobs.find(id);
    const names = job ? await registersIn(job.rn, jobs.companyOf(id)) : [];
    return names.some((rn) => isKeptOut(request, response, rn));
  };

  router.get('/control/exports', async (request, response) => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    if (register) {
      if (isKeptOut(request, response, rn)) return;
      const company = register.cfg?.Cmp;
      const whole = await registersIn(null, company?.TaxId);
      const mayHaveAll = whole.every((name) => mayUse(response, name));
      const listed = await jobs.list(rn, company);
      response.json(listed.filter((job) => job.rn !== null || mayHaveAll));
    } else refuseOnPage(response, [issue('#NOT_FOUND', 'RN', `there is no register ${rn}`)]);
  });

  router.get('/control/export-types', async (request, response) => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    if (register) response.json((await exports.typesOf(rn)) ?? []);
    else refuseOnPage(response, [issue('#NOT_FOUND', 'RN', `there is no register ${rn}`)]);
  });

  const body = express.text({ type: 'application/json', limit: MAX_ORDER_BYTES });
  router.post('/control/exports', body, async (request, response) => {
    const text: unknown = request.body;
    if (typeof text !== 'string') {
      response.status(415).json({ error: 'send the order as application/json' });
      return;
    }
    const order = readOrder(text);
    const { rn, issues } = namedRegister(request);
    const plan =
      'issues' in order || issues.length > 0 ? { issues, ...order } : await exports.plan(rn, order);
    if ('issues' in plan) {
      refuseOnPage(response, plan.issues);
      return;
    }
    if (plan.registers.some(({ rn }) => isKeptOut(request, response, rn))) return;
    const target = 'target' in order ? order.target : undefined;
    const wrong = target === undefined ? null : await storageProblem(target, dataRoot);
    if (wrong !== null) {
      refuseOnPage(response, [issue('#TARGET', 'target', wrong.text)], { target: wrong.problem });
      return;
    }
    const job = await jobs.start(plan, target);
    if (job === 'busy') refuseOnPage(response, [BUSY]);
    else if (job === 'same') response.status(409).json({ error: 'this export is running already' });
    else response.status(202).json(job);
  });

  router.get('/control/exports/:id', async (request, response) => {
    if (await isKeptFrom(request, response, request.params.id)) return;
    const job = await jobs.find(request.params.id);
    if (!job) refuseOnPage(response, [NO_SUCH_JOB]);
    else if (job.state !== 'done') response.status(409).json({ error: 'this export has no file' });
    else {
      response.set('cache-control', 'no-store');
      // The data root may lie in a hidden folder; the file itself is named by us.
      response.download(job.file, job.file, { root: folder }, (error) => {
        if (error && !response.headersSent) refuseOnPage(response, [NO_SUCH_JOB]);
      });
    }
  });

  router.delete('/control/exports/:id', async (request, response) => {
    if (await isKeptFrom(request, response, request.params.id)) return;
    if (await jobs.remove(request.params.id)) response.status(204).end();
    else refuseOnPage(response, [NO_SUCH_JOB]);
  });
}

const NO_SUCH_JOB = issue('#NOT_FOUND', '', 'there is no such export, or its file is gone');

/** Reads an order (ExportOrder); days may be left out. */
function readOrder(text: string): (ExportRequest & { target?: string }) | { issues: Issue[] } {
  const read = readJson(text);
  if ('issue' in read) return { issues: [read.issue] };
  const issues: Issue[] = [];
  const { type = '', from, till, comment, target } = texts(read.tree, issues);
  const whole = Object.hasOwn(read.tree, 'whole') ? (read.tree.whole ?? false) : false;
  if (typeof whole !== 'boolean') issues.push(issue('#TYPE', 'whole', 'must be true or false'));
  if (issues.length > 0) return { issues };
  return { type, from, till, comment, whole: whole === true, ...(target !== undefined && { target }) };
}

/** Texts of an order; an empty one counts as absent. */
function texts(
  tree: Tree,
  issues: Issue[],
): Partial<Record<'type' | 'from' | 'till' | 'comment' | 'target', string>> {
  const found: ReturnType<typeof texts> = {};
  for (const name of ['type', 'from', 'till', 'comment', 'target'] as const) {
    const value = (Object.hasOwn(tree, name) ? tree[name] : null) ?? '';
    if (typeof value !== 'string') issues.push(issue('#TYPE', name, 'must be a text'));
    else if (value !== '') found[name] = value;
  }
  return found;
}
