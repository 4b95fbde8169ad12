/** A Croatian register with the emulated CIS. */
import type { KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Tree } from '../../../receipt/tree.ts';
import type { Esr, TraC } from '../../../receipt/tra.ts';
import { act } from '../../../register/country-work.ts';
import type { Register } from '../../../register/register.ts';
import { startEmulator, type Emulator } from '../../../emulators/cis/emulator.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { openRoom, type Room } from '../../../testing/registers.ts';
import { CFG, sale } from './sales.ts';

/** The OIB of the shop. */
export const OIB = '18683136487';

/** Making one takes longer than most tests. */
let companyKey: KeyObject | undefined;

/** A shop whose register has its certificate. */
export interface Shop {
  room: Room;
  register: Register;
  cis: Emulator;
  sell(more?: Partial<Esr>): Promise<TraC>;
  act(action: string, input: Tree): ReturnType<typeof act>;
  /** As after a restart of the service. */
  reopen(): Promise<Shop>;
}

/** @param withCertificate it is entered on the page */
export async function openShop(withCertificate = true): Promise<Shop> {
  const room = await openRoom();
  const cis = await startEmulator({ clock: room.clock });
  onTestFinished(() => cis.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, `${cis.ca}\n${cis.cisCertificate}`);
  const attributes = Attributes.parse(`HR_Cis=${cis.url} HR_CisCA=${ca} Fiscal_Timeout=10000`);
  room.services.attributes = () => attributes;
  await room.registers.configure('def', CFG);
  const shop = await shopOf(room, cis);
  if (withCertificate) {
    const { pkcs12, password, key } = await cis.issue(OIB, companyKey ? { key: companyKey } : {});
    companyKey = key;
    await shop.act('certificate', { file: pkcs12.toString('base64'), password });
  }
  return shop;
}

async function shopOf(room: Room, cis: Emulator): Promise<Shop> {
  const register = (await room.registers.find('def'))!;
  return {
    room,
    register,
    cis,
    sell: (more = {}) => {
      const {
        D: _date,
        TN: _number,
        ...esr
      } = sale(
        [
          ['12.50', 'A'],
          ['3.00', 'B'],
        ],
        more,
      );
      const TN = more.TN === undefined ? {} : { TN: more.TN };
      return register.submit({ tra: { ESR: { ...esr, ...TN } }, warnings: [], restart: false });
    },
    act: (action, input) => act(register, action, input),
    async reopen() {
      const again = await room.reopen();
      Object.assign(again.services, { attributes: room.services.attributes, vault: room.services.vault });
      return shopOf(again, cis);
    },
  };
}
