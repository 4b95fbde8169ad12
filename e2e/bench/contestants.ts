/** The programs that the bench measures: the floor, and services of four countries. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Connection } from '../torture/client.ts';
import { company } from '../torture/sales.ts';
import { startService, waitForUrl } from '../torture/service.ts';

/** A program that registers sales. */
export interface Contestant {
  url: string;
  pid: number;
  stop: () => Promise<unknown>;
}

/** Countries that are measured. */
export type Country = 'PT' | 'AT' | 'FR' | 'DE';

/** What a sale has besides what it has everywhere, by country. */
export const SALE_FIELDS: Readonly<Partial<Record<Country, object>>> = {
  FR: { DT: 'Ticket', Opr: '1' },
  DE: { Opr: '1' },
};

/** The Portuguese shop of the torture, moved to another country. */
function moved(Ctry: Country, TaxId: string): object {
  const { Cfg } = company;
  return { Cfg: { ...Cfg, Cmp: { ...Cfg.Cmp, Ctry, TaxId }, Loc: { ...Cfg.Loc, Ctry } } };
}

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
  return { url: await waitForUrl(child), pid: child.pid!, stop };
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
): Promise<Contestant> {
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
async function startAustria(dataRoot: string, nodeOptions: string[]): Promise<Contestant> {
  const service = await startService({ dataRoot, nodeOptions });
  await postAll(service.url, [
    ['/control/units/add', { type: 'test' }],
    ['/cfg', moved('AT', 'ATU12345675')],
  ]);
  return { ...service, pid: service.child.pid! };
}

/** A service with a French register. */
async function startFrance(dataRoot: string, nodeOptions: string[]): Promise<Contestant> {
  const service = await startService({ dataRoot, nodeOptions });
  await postAll(service.url, [['/cfg', moved('FR', 'FR40303265045')]]);
  return { ...service, pid: service.child.pid! };
}

/** A service with a German register whose TSE is one in software. */
async function startGermany(dataRoot: string, nodeOptions: string[]): Promise<Contestant> {
  const service = await startService({ dataRoot, nodeOptions });
  await postAll(service.url, [
    ['/cfg', moved('DE', 'DE123456788')],
    ['/control/country/add-software', {}],
  ]);
  const connection = new Connection(service.url);
  const { body } = await connection.get('/control/country');
  connection.close();
  let id: string | undefined;
  JSON.parse(body, (_key, part: { action?: string; fixed?: { id: string } } | null) => {
    if (part?.action === 'set-up') id = part.fixed?.id;
    return part;
  });
  if (id === undefined) throw new Error('the page of Germany offers no set-up of a TSE');
  await postAll(service.url, [['/control/country/set-up', { id }]]);
  return { ...service, pid: service.child.pid! };
}

/** A service with one register of a country. */
export function startCountry(
  country: Country,
  dataRoot: string,
  nodeOptions: string[] = [],
): Promise<Contestant> {
  if (country === 'PT') return startPortugal(dataRoot, 0, nodeOptions);
  const start = { AT: startAustria, FR: startFrance, DE: startGermany }[country];
  return start(dataRoot, nodeOptions);
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
