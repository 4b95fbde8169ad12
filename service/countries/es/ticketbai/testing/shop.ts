/** A register of one of the three provinces with its emulated treasury. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { IssuedKey } from '../../../../emulators/authority-keys.ts';
import { startEmulator, type Emulator } from '../../../../emulators/ticketbai/emulator.ts';
import type { Cfg } from '../../../../receipt/cfg.ts';
import type { Tree } from '../../../../receipt/tree.ts';
import type { Esr, JournalRecord, TraC } from '../../../../receipt/tra.ts';
import { act } from '../../../../register/country-work.ts';
import type { Register } from '../../../../register/register.ts';
import { Attributes } from '../../../../settings/attributes.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { openRoom, type Room } from '../../../../testing/registers.ts';
import { sale } from '../../testing/sales.ts';
import type { ProvinceRegion } from '../provinces.ts';
import { ISSUER } from './documents.ts';

/** Making one takes longer than most tests. */
let companyKey: Promise<IssuedKey> | undefined;

/** A shop in Bilbao. */
export const CFG: Cfg & Required<Pick<Cfg, 'Loc' | 'Trm'>> = {
  Cmp: { Nam: ISSUER.name, Ctry: 'ES', TaxId: ISSUER.nif, Zip: '48001' },
  Loc: { TL: '1' },
  Trm: { TT: '1' },
};

/** Enters the certificate of the company. */
export async function setUp(
  treasury: Emulator,
  enter: (action: string, input: Tree) => Promise<unknown>,
): Promise<void> {
  const { key, certificate } = await (companyKey ??= treasury.issue(ISSUER.nif));
  // Opening a file with a password takes long on purpose.
  const pem = `${key.export({ type: 'pkcs8', format: 'pem' }) as string}${certificate.toString()}`;
  await enter('certificate', { file: Buffer.from(pem).toString('base64'), password: '' });
}

/** A shop whose register tells its treasury. */
export interface Shop {
  room: Room;
  register: Register;
  treasury: Emulator;
  attributes(text: string): void;
  /** One position at 21 %. */
  sell(more?: Partial<Esr>): Promise<TraC>;
  act(action: string, input?: Tree): ReturnType<typeof act>;
  /** Tells the treasury of all that waits. */
  tell(): Promise<void>;
  records(type?: string): Promise<JournalRecord[]>;
  /** Names of the actions of the rows that somebody has to see to, with the number of the record. */
  rows(): { sq: string; text: string }[];
}

const NEVER = new AbortController().signal;
const MINUTE_MS = 60_000;

/** @param cfg of the register */
export async function openShop(region: ProvinceRegion, cfg: Cfg = CFG): Promise<Shop> {
  const room = await openRoom();
  const treasury = await startEmulator({ clock: room.clock });
  onTestFinished(() => treasury.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, treasury.ca);
  const attributes = (more: string) => {
    const text = `ES_Region=${region} ES_Authority=${treasury.url} ES_AuthorityCA=${ca} ${more}`;
    const parsed = Attributes.parse(text);
    room.services.attributes = () => parsed;
  };
  attributes('');
  const { Result } = await room.registers.configure('def', cfg);
  if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
  const register = (await room.registers.find('def'))!;
  await setUp(treasury, (action, input) => act(register, action, input));
  return {
    ...{ room, register, treasury, attributes },
    sell: (more = {}) =>
      register.submit({ tra: { ESR: sale([['12.10', 'A']], more) }, warnings: [], restart: false }),
    act: (action, input = {}) => act(register, action, input),
    async tell() {
      room.clock.advance(MINUTE_MS);
      await register.deliver(NEVER);
    },
    records: async (type = 'Tra') => (await room.records('def')).filter(({ _ }) => _ === type),
    rows() {
      const { sections } = register.country!.page!(register.state, register.context!);
      const table = sections
        .find(({ name }) => name === 'flawed')
        ?.parts.find((part) => part.kind === 'table');
      return (table?.rows ?? []).map(({ id, cells }) => ({
        sq: id,
        text: JSON.stringify(cells.at(-1)!.value),
      }));
    },
  };
}
