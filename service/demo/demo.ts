/** Made-up data for demonstrations: a company and receipts, registered as a POS would do it. */
import { countryOf } from '../countries/list.ts';
import { makeTestKey } from '../devices/signature/software.ts';
import { readCfg } from '../receipt/cfg.ts';
import { readTra } from '../receipt/read.ts';
import type { Tree } from '../receipt/tree.ts';
import { DEFAULT_NAME, type Registers } from '../register/registers.ts';
import type { SignatureUnits } from '../settings/signature-units.ts';
import { AUSTRIA_CFG, AUSTRIA_SALES } from './at.ts';
import { PORTUGAL_CFG, PORTUGAL_SALES } from './pt.ts';

const DEMOS: Readonly<Record<string, { cfg: Tree; sales: readonly Tree[] }>> = {
  AT: { cfg: AUSTRIA_CFG, sales: AUSTRIA_SALES },
  PT: { cfg: PORTUGAL_CFG, sales: PORTUGAL_SALES },
};

/** What a demo is put into. */
export interface DemoPlace {
  registers: Registers;
  /** Gets a test key where the country signs with units. */
  units: SignatureUnits;
  /** Milliseconds since 1970. */
  now: number;
}

/** Fills an empty data root. A mistake in the data is a defect, so it throws. */
export async function seedDemo(country: string, { registers, units, now }: DemoPlace): Promise<void> {
  const demo = DEMOS[country];
  const cfg = demo && readCfg(demo.cfg);
  if (!cfg || !('cfg' in cfg)) throw new Error(`demo data of ${country} is wrong: ${JSON.stringify(cfg)}`);
  if (countryOf(country).usesUnits) {
    const { key, certificate } = makeTestKey(cfg.cfg.Cmp.Nam ?? country, now);
    await units.add({ type: 'test', certificates: certificate }, key);
  }
  await registers.configure(DEFAULT_NAME, cfg.cfg);
  const register = await registers.find(DEFAULT_NAME);
  for (const sale of demo.sales) {
    const { tra } = readTra(sale, { currencyDigits: 2 });
    const answer = tra && (await register!.submit({ tra, warnings: [], restart: false }));
    if (answer?.Result.RC !== 'OK') throw new Error(`demo receipt refused: ${JSON.stringify(answer)}`);
  }
}
