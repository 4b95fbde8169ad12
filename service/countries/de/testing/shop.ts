/** A German shop with a TSE in memory. */
import { onTestFinished } from 'vitest';
import { certifiedKey, type CertifiedKey } from '../../../certificates/write.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import type { Clock } from '../../../clock.ts';
import { TseEngine, type EngineOptions } from '../../../devices/tse/software/engine.ts';
import { softwareTse } from '../../../devices/tse/software/tse.ts';
import { deterministicSignature } from '../../../devices/tse/testing/deterministic.ts';
import { faultyTse, type Fault, type Faults } from '../../../devices/tse/testing/faulty-tse.ts';
import { silentLog } from '../../../log.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { MemoryVault } from '../../../testing/country-services.ts';
import { TsePool } from '../../../tse/pool.ts';
import type { Tses } from '../../contract/tse.ts';

export const CFG = {
  Cmp: {
    ...{ Nam: 'Café Beispiel GmbH', Ctry: 'DE', TaxId: 'DE123456788', TIN: '12/345/67890' },
    ...{ Adr: 'Hauptstraße 1', Zip: '10115', City: 'Berlin' },
  },
  Loc: { TL: 'B1' },
  Trm: { TT: '1', Serial: 'KASSE-1' },
} satisfies Cfg;

export const NOW = '2026-05-12T12:00:00';

/** A position. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});

export const pay = (PayG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pay', Dsc: PayG, PayG, Amt },
  ...more,
});

/** A coffee at the table and a bun to take away, paid in cash. */
export const SALE: Tree = {
  Opr: '7',
  PosA: [pos('Kaffee', 'A', '3.20'), pos('Brötchen', 'B', '1.00', { InH: '0' })],
  PayA: [pay('cash', '5.00'), pay('change', '-0.80')],
};

/** TSEs in memory, whose faults a test sets. */
export interface TestTses {
  tses: Tses;
  engines: TseEngine[];
  /** Asked before each question to a TSE, by its place; nothing goes wrong unless told otherwise. */
  faults: (Faults | null)[];
  /** As after a restart of the service: nothing is known of failures. */
  restart(): void;
  /** The TSEs have never signed anything. */
  forget(): void;
}

/** What it has signed is looked at afterwards. */
const stays = () => Promise.resolve();
const KEYS: CertifiedKey[] = [];
const VALID = { from: Date.UTC(2026, 0, 1), till: Date.UTC(2034, 0, 1) };

/** TSEs that are set up. @param options.keys of some of them, by their places @param options.together receipts side by side */
export async function testTses(
  clock: Clock,
  count = 1,
  {
    keys = [],
    together = 1,
    ...options
  }: Partial<EngineOptions> & { keys?: readonly CertifiedKey[]; together?: number } = {},
): Promise<TestTses> {
  const newEngine = (_: unknown, at: number) => {
    // The same TSEs in all shops of a test file, and the same signatures.
    const key =
      keys[at] ?? (KEYS[at] ??= certifiedKey({ subject: `Test TSE ${at}`, purpose: 'signing', ...VALID }));
    return new TseEngine({ file: ':memory:', clock, key, sign: deterministicSignature, ...options });
  };
  const engines = Array.from({ length: count }, newEngine);
  onTestFinished(() => {
    for (const engine of engines) engine.close();
  });
  const faults: (Faults | null)[] = engines.map(() => null);
  const models = engines.map((_, at) => ({
    ...{ name: `test-${at}`, product: 'Test TSE', settings: [], credentials: {}, together },
    open: () =>
      faultyTse(
        { ...softwareTse(engines[at]!), close: stays },
        (method): Fault => faults[at]?.(method) ?? 'none',
      ),
  }));
  const vault = new MemoryVault();
  const attributes = () => Attributes.parse('');
  const folder = await temporaryFolder();
  const build = () => new TsePool({ vault, attributes, folder, clock, log: silentLog, models });
  let pool = build();
  for (const { name } of models) {
    const id = await pool.add(name, {}, {});
    const unit = pool.units.find((each) => each.id === id)!;
    await unit.setUp(() => Promise.resolve(), 'KASSE-1');
    await unit.state();
  }
  const tses: Tses = {
    get units() {
      return pool.units;
    },
    models: pool.models,
    add: (...values) => pool.add(...values),
    remove: (id) => pool.remove(id),
    prefer: (id) => pool.prefer(id),
    learn: (...values) => pool.learn(...values),
    tend: (client) => pool.tend(client),
    backupOf: (id) => pool.backupOf(id),
    archives: () => pool.archives(),
    closed: () => pool.closed(),
  };
  const restart = () => void (pool = build());
  const forget = () => {
    engines.forEach((engine, at) => {
      engine.close();
      engines[at] = newEngine(null, at);
      engines[at].initialise();
    });
    restart();
  };
  return { tses, engines, faults, restart, forget };
}
