/** A till of a certified program, before a simulated tax authority over real HTTPS. */
import { onTestFinished } from 'vitest';
import { startSimulator, type Simulator } from '../../../emulators/pt-series/emulator.ts';
import { SERVICES } from '../authority/access.ts';
import { LIVE_KEY, Till, type TillOptions } from './till.ts';

/** Sub-user of the company of the tests. */
export const USER = '599999993/1';
export const PASSWORD = 'Segredo-ção-4711';

/** Lets a simulator take the place of the authority's services until the end of the test. */
export function standIn({ url, ca }: Pick<Simulator, 'url' | 'ca'>): void {
  const before = { ...SERVICES };
  Object.assign(SERVICES, { live: { url, ca }, test: { url, ca } });
  onTestFinished(() => void Object.assign(SERVICES, before));
}

/** A till and its authority; both go by the till's clock. */
export interface LiveTill {
  till: Till;
  simulator: Simulator;
}

/** Opens a till with everything that the authority wants, unless told otherwise. */
export async function openLiveTill(options: TillOptions & { login?: boolean } = {}): Promise<LiveTill> {
  const till = await Till.open({ key: LIVE_KEY, certificate: '9999', ...options });
  const simulator = await startSimulator({ users: { [USER]: PASSWORD }, clock: till.clock });
  onTestFinished(() => simulator.stop());
  standIn(simulator);
  if (options.login !== false) await enterLogin(till, simulator);
  return { till, simulator };
}

/** Enters login and certificates on the control page. */
export async function enterLogin(till: Till, simulator: Simulator, password = PASSWORD): Promise<void> {
  const outcomes = [
    await till.act('login', { user: USER, password }),
    await till.act('client-certificate', {
      certificate: simulator.clientCertificate,
      key: simulator.clientKey,
    }),
    await till.act('authority-certificate', { certificate: simulator.authorityCertificate }),
  ];
  const refused = outcomes.find((o) => 'issues' in o);
  if (refused) throw new Error(JSON.stringify(refused));
}

/** Series of the authority: `FS 1_1.26 A` with status, and last number where it was told. */
export function known({ series }: Simulator): string[] {
  return series.map((s) => [s.tipoDoc, s.serie, s.estado, s.seqUltimoDocEmitido].filter(Boolean).join(' '));
}

/** Requests that reached the authority, as `operation code`. */
export function asked({ requests }: Simulator): string[] {
  return requests.map((r) => `${r.operation} ${r.code}`);
}

/** Runs the test in a time zone of Portugal. */
export function useTimeZone(zone: 'Europe/Lisbon' | 'Atlantic/Azores' | 'Atlantic/Madeira' | 'UTC'): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
