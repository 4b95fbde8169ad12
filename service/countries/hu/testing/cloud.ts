/** A register of a Hungarian shop whose fiscal memory is an emulated one in the cloud, at work in this process. */
import { onTestFinished } from 'vitest';
import { PASSWORD, SERIAL, startEmulator, type Emulator } from '../../../emulators/hu-fam/emulator.ts';
import { silentLog } from '../../../log.ts';
import { FiscalPrinters } from '../../../printing/fiscal-printers.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService, type Answer, type Running } from '../../../testing/running-service.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { hungary } from './example.ts';
import { CFG, NOW, SALE } from './shop.ts';

/** Longer than the register is waited for where it is slow, ms. */
const SLOW_MS = 150;
const ALWAYS = 1e9;

/** What the profile says of a register in the cloud. */
export const cloudAttributes = (port: number): string =>
  `Fiscal_Server=hu-fam@http://127.0.0.1:${port} Device_Auth=${SERIAL}:${PASSWORD}`;

/** A shop. */
export interface CloudShop {
  running: Running;
  emulator: Emulator;
  clock: ManualClock;
  /** Sends a receipt. */
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Sets the profile's attributes besides those of the register in the cloud. */
  set(attributes: string): Promise<void>;
}

/** Opens a shop whose register opens its days by itself, unless told otherwise. */
export async function openCloudShop(attributes = 'Fiscal_ZLaunch'): Promise<CloudShop> {
  const clock = new ManualClock(NOW);
  const emulator = await startEmulator({ clock });
  onTestFinished(() => emulator.stop());
  const shop = shopOf(await runService({ cfg: null, clock }), emulator, clock);
  await shop.set(attributes);
  const answer = await shop.running.post('/cfg', { Cfg: CFG });
  if (answer.status !== 200) throw new Error(answer.text);
  return shop;
}

/** The same shop after a restart of its service. */
export async function restarted({ running, emulator, clock }: CloudShop): Promise<CloudShop> {
  await running.stop();
  return shopOf(await runService({ again: running, cfg: null }), emulator, clock);
}

function shopOf(running: Running, emulator: Emulator, clock: ManualClock): CloudShop {
  return {
    ...{ running, emulator, clock },
    sell: (esr = SALE, route = '/register') => running.post(route, { Tra: { ESR: esr } }),
    async set(more) {
      const { status, text } = await running.post('/profile', {
        Attributes: `${cloudAttributes(emulator.port)} ${more}`,
      });
      if (status !== 200) throw new Error(text);
    },
  };
}

async function equipment(clock: ManualClock): Promise<Equipment> {
  const register = await startEmulator({ clock });
  onTestFinished(() => register.stop());
  let timeout = 10_000;
  const attributes = () => `${cloudAttributes(register.port)} Fiscal_ZLaunch Fiscal_Timeout=${timeout}`;
  const printers = new FiscalPrinters({
    ...{ clock, log: silentLog, folderOf: () => '' },
    attributes: () => Attributes.parse(attributes()),
  });
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => register.down(),
    'is-slow': () => {
      timeout = SLOW_MS / 3;
      register.slow(SLOW_MS);
    },
    refuses: () => (register.conditions.blocked = true),
    'loses-request': () => register.drop(ALWAYS, 'before'),
    'loses-answer': () => register.drop(ALWAYS, 'after'),
  };
  return {
    attributes,
    services: { fiscalPrinter: (rn) => printers.of(rn) },
    behave(manner) {
      register.up();
      register.drop(0);
      register.slow(0);
      register.conditions.blocked = false;
      timeout = 10_000;
      manners[manner]();
    },
    forget: () => register.exchange(SERIAL),
    done: () => register.documents.map(({ name }) => name),
  };
}

/** Hungary with a register in the cloud. */
export const cloudHungary: CountryExample = { ...hungary, name: 'Hungary, hu-fam', equipment };
