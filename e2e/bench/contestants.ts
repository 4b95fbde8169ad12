/** The programs that the bench measures: the floor, and services of two countries. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Connection } from '../torture/client.ts';
import { company } from '../torture/sales.ts';
import { startService, waitForUrl } from '../torture/service.ts';

/** A program that registers sales. */
export interface Contestant {
  url: string;
  stop: () => Promise<unknown>;
}

/** The Portuguese shop of the torture, moved to Austria. */
const austrian = {
  Cfg: {
    ...company.Cfg,
    Cmp: { ...company.Cfg.Cmp, Ctry: 'AT', TaxId: 'ATU12345675' },
    Loc: { ...company.Cfg.Loc, Ctry: 'AT' },
  },
};

/** The bare minimum of durable, signed sales. */
export async function startFloor(folder: string): Promise<Contestant> {
  const script = join(import.meta.dirname, 'floor.ts');
  const child = spawn(process.execPath, [script, join(folder, 'floor.log')]);
  process.once('exit', () => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const stop = (): Promise<unknown> => {
    child.kill();
    return exited;
  };
  return { url: await waitForUrl(child), stop };
}

/**
 * A service with registers of one Portuguese company.
 * @param registers names `r0`, `r1` and so on besides the register that is meant when none is named
 */
export async function startPortugal(
  dataRoot: string,
  registers = 0,
  nodeOptions: string[] = [],
  environment: Record<string, string> = {},
): Promise<Contestant & { pid: number }> {
  const service = await startService({ dataRoot, nodeOptions, environment });
  await postAll(service.url, [
    ['/cfg', company],
    ...Array.from({ length: registers }, (_, i): [string, object] => {
      const { Cmp, Loc, Trm } = company.Cfg;
      // Another terminal: two registers must not give the same numbers.
      return [`/cfg?RN=r${i}`, { Cfg: { Cmp, Loc, Trm: { ...Trm, TT: String(i + 2) } } }];
    }),
  ]);
  return { ...service, pid: service.child.pid! };
}

/** A service with an Austrian register that signs with a software key. */
export async function startAustria(dataRoot: string, nodeOptions: string[] = []): Promise<Contestant> {
  const service = await startService({ dataRoot, nodeOptions });
  await postAll(service.url, [
    ['/control/units/add', { type: 'test' }],
    ['/cfg', austrian],
  ]);
  return service;
}

async function postAll(
  url: string,
  requests: readonly (readonly [path: string, body: object])[],
): Promise<void> {
  const connection = new Connection(url);
  for (const [path, sent] of requests) {
    const { status, body } = await connection.post(path, 'json', JSON.stringify(sent));
    if (status !== 200) throw new Error(`POST ${path} answers ${status}: ${body}`);
  }
  connection.close();
}
