/** A Spanish register with the emulated AEAT. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { IssuedKey } from '../../../emulators/authority-keys.ts';
import { startEmulator, type Emulator } from '../../../emulators/aeat/emulator.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import type { Esr, JournalRecord, TraC } from '../../../receipt/tra.ts';
import { act } from '../../../register/country-work.ts';
import type { Register } from '../../../register/register.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { openRoom, type Room } from '../../../testing/registers.ts';
import { CFG, sale } from './sales.ts';

/** Making one takes longer than most tests. */
let companyKey: Promise<IssuedKey> | undefined;

/** Enters the certificate of the company. */
export async function setUp(
  aeat: Emulator,
  enter: (action: string, input: Tree) => Promise<unknown>,
): Promise<void> {
  const { key, certificate } = await (companyKey ??= aeat.issue('B12345674'));
  // Opening a file with a password takes long on purpose.
  const pem = `${key.export({ type: 'pkcs8', format: 'pem' }).toString()}${certificate.toString()}`;
  await enter('certificate', { file: Buffer.from(pem).toString('base64'), password: '' });
}

/** A shop whose register tells the AEAT. */
export interface Shop {
  room: Room;
  register: Register;
  aeat: Emulator;
  attributes(text: string): void;
  /** One position at 21 %. */
  sell(more?: Partial<Esr>): Promise<TraC>;
  send(ESR: Esr): Promise<TraC>;
  act(action: string, input?: Tree): ReturnType<typeof act>;
  /** A minute later the AEAT is told of what waits. */
  tell(): Promise<void>;
  records(type?: string): Promise<JournalRecord[]>;
}

const NEVER = new AbortController().signal;
const MINUTE_MS = 60_000;

/** @param cfg of the register */
export async function openShop(cfg: Cfg = CFG, isSetUp = true): Promise<Shop> {
  const room = await openRoom();
  const aeat = await startEmulator({ clock: room.clock });
  onTestFinished(() => aeat.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, aeat.ca);
  const attributes = (more: string) => {
    const parsed = Attributes.parse(`ES_Authority=${aeat.url} ES_AuthorityCA=${ca} ${more}`);
    room.services.attributes = () => parsed;
  };
  attributes('');
  const { Result } = await room.registers.configure('def', cfg);
  if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
  const register = (await room.registers.find('def'))!;
  if (isSetUp) await setUp(aeat, (action, input) => act(register, action, input));
  const send = (ESR: Esr) => register.submit({ tra: { ESR }, warnings: [], restart: false });
  return {
    ...{ room, register, aeat, attributes, send },
    sell: (more = {}) => send(sale([['12.10', 'A']], more)),
    act: (action, input = {}) => act(register, action, input),
    async tell() {
      room.clock.advance(MINUTE_MS);
      await register.deliver(NEVER);
    },
    records: async (type = 'Tra') => (await room.records('def')).filter(({ _ }) => _ === type),
  };
}
