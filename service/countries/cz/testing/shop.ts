/** A Czech register with the emulated EET. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { IssuedKey } from '../../../emulators/authority-keys.ts';
import { startEmulator, type Emulator } from '../../../emulators/eet/emulator.ts';
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

/** Enters the shop's certificate. */
export async function setUp(
  eet: Emulator,
  enter: (action: string, input: Tree) => Promise<unknown>,
): Promise<void> {
  const key = await (companyKey ??= eet.issue(TAX_NUMBER));
  eet.know(key);
  const { pkcs12, password } = key;
  await enter('certificate', { file: pkcs12.toString('base64'), password });
}

/** A shop whose register has its certificate. */
export interface Shop {
  room: Room;
  register: Register;
  eet: Emulator;
  attributes(text: string): void;
  sell(more?: Partial<Esr>): Promise<TraC>;
  act(action: string, input: Tree): ReturnType<typeof act>;
}

/** @param version what `CZ_EET` says; null: nothing is set, and no certificate entered */
export async function openShop(version: '3' | '4' | null = '4'): Promise<Shop> {
  const room = await openRoom();
  const eet = await startEmulator({ clock: room.clock });
  onTestFinished(() => eet.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, eet.ca);
  const attributes = (more: string) => {
    const usual = `CZ_Eet_url=${eet.url} CZ_EetCA=${ca} Fiscal_Timeout=10000 CZ_id_provoz=243`;
    const parsed = Attributes.parse(`${usual} ${version === null ? '' : `CZ_EET=${version}`} ${more}`);
    room.services.attributes = () => parsed;
  };
  attributes('');
  await room.registers.configure('def', CFG);
  const register = (await room.registers.find('def'))!;
  if (version !== null) await setUp(eet, (action, input) => act(register, action, input));
  return {
    ...{ room, register, eet, attributes },
    sell: (more = {}) => {
      const ESR = sale(
        [
          ['121.00', 'A'],
          ['11.20', 'B'],
        ],
        more,
      );
      return register.submit({ tra: { ESR }, warnings: [], restart: false });
    },
    act: (action, input) => act(register, action, input),
  };
}
