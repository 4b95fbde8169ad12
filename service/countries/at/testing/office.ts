/** A till before an emulated FinanzOnline. */
import { X509Certificate } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { newTestUnit, type TestUnit } from '../../../testing/software-signer.ts';
import { startEmulator, type Emulator } from '../../../emulators/finanzonline/emulator.ts';
import type { EmulatedRequest } from '../../../emulators/finanzonline/service.ts';
import type { ReportRow } from '../wire.ts';
import { Till } from './till.ts';

/** A web service user of the tests. */
export const USER = {
  participant: 'TESTTEIL1',
  user: 'kasse001',
  pin: 'Geheim4711abc',
  producer: 'ATU12345675',
};

/** A till and its tax office; both go by the till's clock. */
export interface Office {
  till: Till;
  office: Emulator;
  /** Certificate of the till's unit, small hex. */
  serial: string;
}

/** A unit that passes for a smart card of A-Trust. */
export function newCard(id = 'card'): TestUnit {
  return newTestUnit(id, 'AT1', 'card');
}

/** Opens a till with one unit that the providers know, and further ones. Without a login. */
export async function openOffice({
  now = '2026-05-04T12:00:00',
  unit = newCard(),
  others = [] as TestUnit[],
  onRequest = undefined as ((request: EmulatedRequest) => void) | undefined,
} = {}): Promise<Office> {
  const till = await Till.open(now);
  const office = await startEmulator({
    users: [USER],
    clock: till.clock,
    certificates: [unit, ...others].map(({ identity: { zda, chain } }) => ({
      provider: zda,
      certificate: new X509Certificate(chain[0]!).toString(),
    })),
    ...(onRequest && { onRequest }),
    sessionMs: 10 * 365 * 24 * 3_600_000,
  });
  onTestFinished(() => office.stop());
  till.signer.units = [unit];
  till.attributes = `AT_FinanzOnline=${office.url}`;
  return { till, office, serial: unit.identity.serial };
}

/** Enters the login on the control page. Throws when it is refused. */
export async function logIn(till: Till, mode: 'test' | 'production' = 'production'): Promise<void> {
  const outcome = await till.act('set-login', { ...USER, mode });
  if ('issues' in outcome) throw new Error(JSON.stringify(outcome));
}

/** Reports of the page, as `id state`. */
export function reports(till: Till): string[] {
  return till.overview.finanzOnline.reports.map(({ id, state }) => `${id} ${state}`);
}

/** One report of the page. */
export function reportRow(till: Till, id: string): ReportRow {
  return till.overview.finanzOnline.reports.find((row) => row.id === id)!;
}

/** Requests that reached the office but logins and logouts, as `kind code`; `from` leaves the first ones out. */
export function asked({ requests }: Emulator, from = 0): string[] {
  return requests
    .slice(from)
    .filter(({ kind }) => kind !== 'login' && kind !== 'logout')
    .map(({ kind, code }) => `${kind} ${code}`);
}
