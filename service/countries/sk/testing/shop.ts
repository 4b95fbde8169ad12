/** A Slovak register with the emulated eKasa. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { IssuedKey } from '../../../emulators/authority-keys.ts';
import { startEmulator, type Emulator } from '../../../emulators/ekasa/emulator.ts';
import type { Tree } from '../../../receipt/tree.ts';
import type { Esr, TraC } from '../../../receipt/tra.ts';
import { act } from '../../../register/country-work.ts';
import type { Register } from '../../../register/register.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { openRoom, type Room } from '../../../testing/registers.ts';
import { CFG, REGISTER_CODE, sale } from './sales.ts';

/** Making one takes longer than most tests. */
let registerKey: Promise<IssuedKey> | undefined;

/** Authentication data as the authority hands them out. */
export function authData({ pkcs12 }: IssuedKey): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><eu:AuthData xmlns:eu="http://financnasprava.sk/ekasa/udaje/schema/v2">' +
    `<eu:KeyStoreType>PKCS12</eu:KeyStoreType><eu:Data>${pkcs12.toString('base64')}</eu:Data>` +
    `<eu:CertificateAlias>${REGISTER_CODE}</eu:CertificateAlias></eu:AuthData>`
  );
}

/** Identification data as the authority hands them out. */
export function identityData(code: string, dic = '2020123456', kind = 'STANDARD'): string {
  const address = '<Country>SR</Country><Municipality>Bratislava</Municipality><StreetName>Dlhá</StreetName>';
  return (
    '<?xml version="1.0" encoding="UTF-8"?><IdentityData xmlns="http://financnasprava.sk/ekasa/udaje/schema/v2">' +
    `<Dic>${dic}</Dic><Ico>12345678</Ico><CorporateBodyFullName>Pekáreň</CorporateBodyFullName><OrganizationUnit>` +
    `<CashRegisterCode>${code}</CashRegisterCode><CashRegisterType>${kind}</CashRegisterType></OrganizationUnit>` +
    `<PhysicalAddress>${address}</PhysicalAddress></IdentityData>`
  );
}

/** Imports the register's authentication data. */
export async function setUp(
  ekasa: Emulator,
  enter: (action: string, input: Tree) => Promise<unknown>,
): Promise<void> {
  const key = await (registerKey ??= ekasa.issue(REGISTER_CODE));
  const file = Buffer.from(authData(key)).toString('base64');
  await enter('certificate', { file, password: key.password });
}

/** A shop whose register has its authentication data. */
export interface Shop {
  room: Room;
  register: Register;
  ekasa: Emulator;
  attributes(text: string): void;
  /** Two positions, 12.30 at 23 % and 1.19 at 19 %. */
  sell(more?: Partial<Esr>): Promise<TraC>;
  act(action: string, input: Tree): ReturnType<typeof act>;
}

/** @param isSetUp false: nothing was imported */
export async function openShop(isSetUp = true): Promise<Shop> {
  const room = await openRoom();
  const ekasa = await startEmulator({ clock: room.clock });
  onTestFinished(() => ekasa.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, ekasa.ca);
  const attributes = (more: string) => {
    const parsed = Attributes.parse(`SK_Ekasa=${ekasa.url} SK_EkasaCA=${ca} Fiscal_Timeout=10000 ${more}`);
    room.services.attributes = () => parsed;
  };
  attributes('');
  await room.registers.configure('def', CFG);
  const register = (await room.registers.find('def'))!;
  if (isSetUp) await setUp(ekasa, (action, input) => act(register, action, input));
  return {
    ...{ room, register, ekasa, attributes },
    sell: (more = {}) => {
      const ESR = sale(
        [
          ['12.30', 'A'],
          ['1.19', 'B'],
        ],
        more,
      );
      return register.submit({ tra: { ESR }, warnings: [], restart: false });
    },
    act: (action, input) => act(register, action, input),
  };
}
