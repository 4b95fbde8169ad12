/** Made-up data for demonstrations: a company and receipts, registered as a POS would do it. */
import { ALL_FIELDS } from '../countries/fields.ts';
import { readCfg } from '../receipt/cfg.ts';
import { readTra } from '../receipt/read.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { DEFAULT_NAME } from '../register/registers.ts';
import type { DemoCountry } from './countries.ts';
import { AUSTRIA_CFG, AUSTRIA_SALES } from './at.ts';
import { BELGIUM_CFG, BELGIUM_SALES, openCafeBelgium } from './be.ts';
import { CZECHIA_CFG, CZECHIA_SALES, openCzechShop } from './cz.ts';
import { DENMARK_CFG, DENMARK_SALES, openDanishCafe } from './dk.ts';
import { BIZKAIA_CFG, BIZKAIA_SALES, openTavern } from './es-bi.ts';
import { openSpanishBar, SPAIN_CFG, SPAIN_SALES } from './es.ts';
import { GERMANY_CFG, GERMANY_SALES, openTse } from './de.ts';
import { FRANCE_CFG, FRANCE_SALES, openBistro } from './fr.ts';
import { CROATIA_CFG, CROATIA_SALES, openCafe } from './hr.ts';
import { HUNGARY_CFG, HUNGARY_SALES, openHungarianCafe } from './hu.ts';
import { ITALY_CFG, ITALY_SALES, openBar } from './it.ts';
import { NORWAY_CFG, NORWAY_SALES, openKafe } from './no.ts';
import type { DemoPlace } from './place.ts';
import { openPolishBakery, POLAND_CFG, POLAND_SALES } from './pl.ts';
import { PORTUGAL_CFG, PORTUGAL_SALES } from './pt.ts';
import { openSwedishCafe, SWEDEN_CFG, SWEDEN_SALES } from './se.ts';
import { openBakery, SLOVENIA_CFG, SLOVENIA_SALES } from './si.ts';
import { openSlovakShop, SLOVAKIA_CFG, SLOVAKIA_SALES } from './sk.ts';

interface Demo {
  cfg: Tree;
  sales: readonly Tree[];
  /** Sales are signed by a signature unit. */
  needsUnit?: true;
  /** What has to be done once the register has its configuration. */
  prepare?: (register: Register, place: DemoPlace) => Promise<void>;
}

const DEMOS: Readonly<Record<DemoCountry, Demo>> = {
  AT: { cfg: AUSTRIA_CFG, sales: AUSTRIA_SALES, needsUnit: true },
  BE: { cfg: BELGIUM_CFG, sales: BELGIUM_SALES, prepare: openCafeBelgium },
  CZ: { cfg: CZECHIA_CFG, sales: CZECHIA_SALES, prepare: openCzechShop },
  DE: { cfg: GERMANY_CFG, sales: GERMANY_SALES, prepare: openTse },
  DK: { cfg: DENMARK_CFG, sales: DENMARK_SALES, prepare: openDanishCafe },
  ES: { cfg: SPAIN_CFG, sales: SPAIN_SALES, prepare: openSpanishBar },
  'ES-BI': { cfg: BIZKAIA_CFG, sales: BIZKAIA_SALES, prepare: openTavern },
  FR: { cfg: FRANCE_CFG, sales: FRANCE_SALES, prepare: openBistro },
  HR: { cfg: CROATIA_CFG, sales: CROATIA_SALES, prepare: openCafe },
  HU: { cfg: HUNGARY_CFG, sales: HUNGARY_SALES, prepare: openHungarianCafe },
  IT: { cfg: ITALY_CFG, sales: ITALY_SALES, prepare: openBar },
  NO: { cfg: NORWAY_CFG, sales: NORWAY_SALES, prepare: openKafe },
  PL: { cfg: POLAND_CFG, sales: POLAND_SALES, prepare: openPolishBakery },
  PT: { cfg: PORTUGAL_CFG, sales: PORTUGAL_SALES },
  SE: { cfg: SWEDEN_CFG, sales: SWEDEN_SALES, prepare: openSwedishCafe },
  SI: { cfg: SLOVENIA_CFG, sales: SLOVENIA_SALES, prepare: openBakery },
  SK: { cfg: SLOVAKIA_CFG, sales: SLOVAKIA_SALES, prepare: openSlovakShop },
};

/** Fills an empty data root. A mistake in the data is a defect, so it throws. */
export async function seedDemo(country: DemoCountry, place: DemoPlace): Promise<void> {
  const { registers, addTestUnit } = place;
  const demo = DEMOS[country];
  const cfg = readCfg(demo.cfg);
  if (!('cfg' in cfg)) throw new Error(`demo data of ${country} is wrong: ${JSON.stringify(cfg)}`);
  if (demo.needsUnit) await addTestUnit(cfg.cfg.Cmp?.Nam ?? '');
  await registers.configure(DEFAULT_NAME, cfg.cfg);
  const register = (await registers.find(DEFAULT_NAME))!;
  await demo.prepare?.(register, place);
  for (const sale of demo.sales) {
    const { tra } = readTra(sale, { currencyDigits: 2, fields: ALL_FIELDS });
    const answer = tra && (await register.submit({ tra, warnings: [], restart: false }));
    if (answer?.Result.RC !== 'OK') throw new Error(`demo receipt refused: ${JSON.stringify(answer)}`);
  }
}
