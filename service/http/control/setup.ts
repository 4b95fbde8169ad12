/** GET /control/setup, GET /control/setup/folders and POST /control/setup/{action}: setting up a register, and its configuration. */
import { Router, type Request, type Response } from 'express';
import type { StorageIssue } from '../../backup/storage.ts';
import { own } from '../../receipt/envelope.ts';
import { readCfg } from '../../receipt/cfg.ts';
import { issue } from '../../receipt/issue.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { Attributes } from '../../settings/attributes.ts';
import { cfgRemarks } from '../../setup/draft.ts';
import { registerTraining } from '../../setup/first-receipt.ts';
import { makeFolder, proposedFolders } from '../../setup/folders.ts';
import { setupOverview, type SetupSources } from '../../setup/steps.ts';
import type { CfgCheck } from '../../setup/wire.ts';
import { treeChanges } from '../../trail/tree-changes.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { namedRegister } from '../request/named-register.ts';
import { addToTrail } from '../door/trail-guard.ts';

/** What the routes work with. */
export interface SetupRouteServices extends SetupSources {
  attributes: (rn?: string) => Attributes;
  /** Sets the folder for backups; what is wrong with it. */
  setBackupPath: (path: string) => Promise<StorageIssue[]>;
  dataRoot: string;
  /** `resources/examples`. */
  examples: string;
}

type Act = (services: SetupRouteServices, rn: string, body: Tree, response: Response) => Promise<void>;

const ACTIONS: Readonly<Record<string, Act>> = { check, save, backup, receipt };

/** Routes of setting up, for managers (access/rules.ts). */
export function setupRoutes(services: SetupRouteServices): Router {
  const router = Router();
  const nameOf = (request: Request, response: Response): string | null => {
    const { rn, issues } = namedRegister(request);
    const [first] = issues;
    if (first) refuse(response, 400, first);
    return first ? null : rn;
  };

  router.get('/control/setup', async (request, response) => {
    const rn = nameOf(request, response);
    if (rn !== null) response.set('cache-control', 'no-store').json(await setupOverview(services, rn));
  });

  router.get('/control/setup/folders', async (request, response) => {
    if (nameOf(request, response) === null) return;
    response.set('cache-control', 'no-store').json(await proposedFolders(services.dataRoot));
  });

  router.post('/control/setup/:action', settingsBody, async (request, response) => {
    const name = request.params.action as string;
    const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    const rn = nameOf(request, response);
    if (rn === null) return;
    const body = readBody(request);
    if ('issue' in body) refuse(response, 400, body.issue);
    else if (!act) refuse(response, 404, issue('#NOT_FOUND', '', 'there is no such action'));
    else await act(services, rn, body.tree, response);
  });
  return router;
}

async function check({ registers }: SetupRouteServices, rn: string, body: Tree, response: Response) {
  response.json({ result: { remarks: await cfgRemarks(registers, rn, body) } satisfies CfgCheck });
}

async function save({ registers }: SetupRouteServices, rn: string, body: Tree, response: Response) {
  const version: unknown = own(body, 'version');
  const read = readCfg(body);
  if (typeof version !== 'number') {
    refuse(response, 400, issue('#BODY', 'version', 'name the version that was changed'));
    return;
  }
  // What is required of a person is not of a till, which posts to /cfg.
  const remarks = (await cfgRemarks(registers, rn, body)).filter(({ isRefused }) => isRefused);
  if ('issues' in read || remarks.length > 0) {
    const warnings = remarks.map(({ field, text }) => `${field}: ${text}`);
    const message = 'the configuration cannot be saved so';
    response.status(400).json({ error: { code: '#CFG', message, warnings, remarks } });
    return;
  }
  let isOlder = false;
  const before = (await registers.find(rn))?.cfg ?? null;
  const changed = issue('#CFG', '', 'somebody else has saved another configuration meanwhile');
  const { Result } = await registers.configure(rn, read.cfg, ({ lastCfg }) => {
    isOlder = (lastCfg?.SQ ?? 0) !== version;
    return isOlder ? changed : null;
  });
  if (isOlder) refuse(response, 409, changed);
  else if (Result.RC === 'OK') {
    addToTrail({ rn, changes: treeChanges(before, (await registers.find(rn))?.cfg ?? null) });
    response.json({ result: {} });
  } else {
    const text = Result.Warning?.[0] ?? Result.UserMessage ?? 'the configuration was not stored';
    refuse(response, 406, issue('#CFG', '', text), Result.Warning);
  }
}

async function backup(services: SetupRouteServices, _rn: string, body: Tree, response: Response) {
  const folder: unknown = own(body, 'path');
  if (typeof folder !== 'string' || folder.trim() === '') {
    refuse(response, 400, issue('#BACKUP_PATH', 'path', 'name a folder'));
    return;
  }
  const takeBack = await makeFolder(folder.trim());
  const [first] = await services.setBackupPath(folder.trim());
  if (first === undefined) {
    addToTrail({ about: folder.trim() });
    response.json({ result: {} });
    return;
  }
  await takeBack();
  refuse(response, 400, first, [], { path: first.problem });
}

async function receipt(
  { registers, attributes, examples }: SetupRouteServices,
  rn: string,
  _body: Tree,
  response: Response,
) {
  const register = await registers.find(rn);
  if (!register) {
    refuse(response, 404, issue('#NOT_FOUND', '', `there is no register ${rn}`));
    return;
  }
  const { Result, ...answer } = await registerTraining(register, examples, attributes(rn));
  if (Result.RC === 'OK') {
    response.json({ result: { sq: answer.SQ ?? null } });
    return;
  }
  const text = Result.UserMessage ?? Result.Warning?.[0] ?? 'the receipt was refused';
  refuse(response, 406, { code: Result.ErrorCode ?? '#BODY', text }, Result.Warning);
}

function refuse(
  response: Response,
  status: number,
  { code, text }: { code: string; text: string },
  warnings: string[] = [],
  fields?: Readonly<Record<string, string>>,
): void {
  response.status(status).json({ error: { code, message: text, warnings, ...(fields && { fields }) } });
}
