import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { SigningKey } from '../countries/contract/services.ts';
import type { FindQuery } from '../journal/find.ts';
import { Journal } from '../journal/journal.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { Register } from '../register/register.ts';
import { Load } from '../register/load.ts';
import { Terminals } from '../register/companies/terminals.ts';
import type { RegisterServices } from '../register/requests.ts';
import { Registers } from '../register/registers.ts';
import { SigningRows } from '../signing/rows.ts';
import { ControlledStore } from './controlled-store.ts';
import { countryServices } from './country-services.ts';
import { temporaryFolder } from './folder.ts';
import { ManualClock } from './manual-clock.ts';
import { openTestStore } from '../journal/testing/stores.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
/** What the registers of a room sign with. */
export const key: SigningKey = { version: 1, serial: 'test', privateKey: pair.privateKey, test: true };

/** Shared by all rooms: its thread takes a while to start. */
const signingRows = new SigningRows();

/** Verifies what the registers of a room sign. */
export const { publicKey } = pair;

/** A journal in a new folder, and registers on top of it. */
export interface Room {
  clock: ManualClock;
  store: ControlledStore;
  journal: Journal;
  registers: Registers;
  services: RegisterServices;
  register(rn: string): Promise<Register>;
  /** All records of a register, oldest first. */
  records(rn: string): Promise<JournalRecord[]>;
  close(): Promise<void>;
  /** Closes the journal and opens it again, as after a restart of the service. */
  reopen(): Promise<Room>;
}

/**
 * Opens registers over a real database whose commits the test controls.
 * @param own services in the place of the usual ones
 */
export async function openRoom(
  file?: string,
  clock = new ManualClock(),
  own: Partial<RegisterServices> = {},
): Promise<Room> {
  const database = file ?? path.join(await temporaryFolder(), 'journal.db');
  const store = new ControlledStore(await openTestStore(database));
  const journal = new Journal(store, path.join(path.dirname(database), 'rn'));
  let open = true;
  const close = async () => {
    if (open) await journal.close();
    open = false;
  };
  onTestFinished(close);
  const services: RegisterServices = {
    journal,
    key: () => key,
    ...countryServices(clock),
    terminals: new Terminals(),
    load: new Load(),
    signingRows,
    ...own,
  };
  return {
    clock,
    store,
    journal,
    services,
    registers: await Registers.load(services),
    register: (rn) => Register.open(rn, services),
    records: async (rn) => (await journal.find(everything(rn))).records,
    close,
    async reopen() {
      await close();
      return openRoom(database, clock, own);
    },
  };
}

/** A search for all records of a register, oldest first. */
export function everything(rn: string): FindQuery {
  return { rn, where: {}, properties: {}, sort: 'asc', rows: 100_000, ms: 60_000 };
}
