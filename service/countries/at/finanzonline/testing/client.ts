/** A client and the emulator that it asks. */
import { expect } from 'vitest';
import { startEmulator, type Emulator } from '../../../../emulators/finanzonline/emulator.ts';
import type { FinanzOnlineAccess, Outcome } from '../access.ts';
import { FinanzOnline } from '../client.ts';
import { accessTo, NOW, packet, USER } from './access.ts';
import { testUnit } from './certificates.ts';
import { KEY, receiptCode, REGISTER } from './receipts.ts';

/** Another user of the emulator. */
export const OTHER = { participant: 'TESTTEIL2', user: 'kasse002', pin: 'Geheim4712abc' };

/** A client of {@link USER}, at a time that tests set. */
export class TestClient {
  now = NOW;
  readonly unit = testUnit(NOW);
  emulator!: Emulator;
  access!: FinanzOnlineAccess & { lines: string[] };
  client!: FinanzOnline;

  static async start(): Promise<TestClient> {
    const its = new TestClient();
    its.emulator = await startEmulator({ users: [USER, OTHER], clock: { now: () => its.now } });
    return its;
  }

  stop(): Promise<void> {
    return this.emulator.stop();
  }

  /** Nothing is registered and nothing fails any more. */
  reset(): void {
    this.now = NOW;
    const { emulator } = this;
    emulator.units.length = 0;
    emulator.registers.length = 0;
    emulator.requests.length = 0;
    emulator.users[0]!.mayNotReport = false;
    emulator.maintenance(false);
    emulator.up();
    emulator.fail('rkdb', { code: '0' }, 0);
    emulator.drop(0);
  }

  /** A client that has not logged in. */
  fresh(more: Partial<FinanzOnlineAccess> = {}): FinanzOnline {
    this.access = accessTo(this.emulator.url, { now: () => this.now, ...more });
    this.client = new FinanzOnline(this.access);
    return this.client;
  }

  /** Registers unit and register. */
  async registered(): Promise<void> {
    this.fresh();
    const certificate = { der: this.unit.der };
    const { client } = this;
    must(await client.registerUnit(packet(), { type: 'SIGNATURKARTE', provider: 'AT1', certificate }));
    must(await client.registerRegister(packet(), { register: REGISTER, key: KEY, note: 'Graz' }));
  }

  /** A code of the unit. */
  signed(more: Partial<Parameters<typeof receiptCode>[0]> = {}): string {
    return receiptCode({ signer: this.unit.privateKey, serial: this.unit.serial, ...more });
  }

  /** Registers unit and register and puts them into operation. */
  async inOperation(): Promise<void> {
    await this.registered();
    must(await this.client.checkReceipt(packet(), this.signed()));
  }
}

/** What was answered; throws when it was not done. */
export function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.ok;
}

/** A refusal by a code of FinanzOnline, as it is expected. */
export const refusedBy = (code: string, more = {}) => ({
  refused: expect.objectContaining({ by: 'rkdb', code, ...more }) as unknown,
});
/** A report that was taken, as it is expected. */
export const DONE = { ok: { already: false } };
/** A report of what FinanzOnline knew. */
export const ALREADY = { ok: { already: true } };
