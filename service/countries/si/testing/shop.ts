/** A Slovenian register with the emulated FURS. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { IssuedKey } from '../../../emulators/authority-keys.ts';
import { startEmulator, type Emulator } from '../../../emulators/furs/emulator.ts';
import type { Tree } from '../../../receipt/tree.ts';
import type { Esr, TraC } from '../../../receipt/tra.ts';
import { act } from '../../../register/country-work.ts';
import type { Register } from '../../../register/register.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { openRoom, type Room } from '../../../testing/registers.ts';
import { CFG, sale, TAX_NUMBER } from './sales.ts';

/** Making one takes longer than most tests. */
let companyKey: Promise<IssuedKey> | undefined;

/** The shop's key; the same for all tests of a file. */
export async function keyFrom(furs: Emulator): Promise<IssuedKey> {
  const key = await (companyKey ??= furs.issue(TAX_NUMBER));
  furs.know(key);
  return key;
}

/** Enters the shop's certificate and registers its premises. */
export async function setUp(
  furs: Emulator,
  enter: (action: string, input: Tree) => Promise<unknown>,
): Promise<void> {
  const { pkcs12, password } = await keyFrom(furs);
  await enter('certificate', { file: pkcs12.toString('base64'), password });
  await enter('premises-movable', { type: 'C', from: '2026-01-01' });
}

/** A shop whose register has its certificate, and premises that FURS knows. */
export interface Shop {
  room: Room;
  register: Register;
  furs: Emulator;
  attributes(text: string): void;
  sell(more?: Partial<Esr>): Promise<TraC>;
  act(action: string, input: Tree): ReturnType<typeof act>;
}

/** @param isReady certificate and premises are entered on the page */
export async function openShop(isReady = true): Promise<Shop> {
  const room = await openRoom();
  const furs = await startEmulator({ clock: room.clock });
  onTestFinished(() => furs.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, furs.ca);
  const attributes = (more: string) => {
    const parsed = Attributes.parse(`SI_Furs=${furs.url} SI_FursCA=${ca} Fiscal_Timeout=10000 ${more}`);
    room.services.attributes = () => parsed;
  };
  attributes('');
  await room.registers.configure('def', CFG);
  const register = (await room.registers.find('def'))!;
  if (isReady) await setUp(furs, (action, input) => act(register, action, input));
  return {
    ...{ room, register, furs, attributes },
    sell: (more = {}) => {
      const positions = [['66.71', 'A'] as const, ['3.34', 'B'] as const];
      const { D: _date, TN: _number, ...esr } = sale(positions, more);
      const kept = {
        ...(more.TN !== undefined && { TN: more.TN }),
        ...(more.D !== undefined && { D: more.D }),
      };
      return register.submit({ tra: { ESR: { ...esr, ...kept } }, warnings: [], restart: false });
    },
    act: (action, input) => act(register, action, input),
  };
}
