import type { CfgCheck, FolderProposal, SetupActions, SetupOverview } from '../../service/setup/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask how far setting up a register is. It need not be there yet. */
export function askSetup(rn: string): Promise<Reply<SetupOverview>> {
  return request(`./control/setup?RN=${encodeURIComponent(rn)}`);
}

/** Ask for folders that backups could go to. */
export function askFolders(): Promise<Reply<FolderProposal[]>> {
  return request('./control/setup/folders');
}

function act<Action extends keyof SetupActions, Result>(
  rn: string,
  action: Action,
  body: SetupActions[Action],
) {
  return request<{ result: Result }>(`./control/setup/${action}?RN=${encodeURIComponent(rn)}`, {
    method: 'POST',
    body: JSON.stringify(body),
    type: 'application/json',
  });
}

/** Ask what is wrong with a configuration; nothing is stored. */
export function checkCfg(
  rn: string,
  Cfg: SetupActions['check']['Cfg'],
): Promise<Reply<{ result: CfgCheck }>> {
  return act(rn, 'check', { Cfg });
}

/** Store a configuration, unless somebody else has changed it since. */
export function saveCfg(rn: string, body: SetupActions['save']): Promise<Reply<unknown>> {
  return act(rn, 'save', body);
}

/** Set the folder for backups. */
export function setBackupFolder(rn: string, path: string): Promise<Reply<unknown>> {
  return act(rn, 'backup', { path });
}

/** Register a receipt for training. */
export function registerTraining(rn: string): Promise<Reply<{ result: { sq: number | null } }>> {
  return act(rn, 'receipt', {});
}
