/** Records of a configuration that stand several times, each under an id of its own: agencies (`DE_Agentur`) and input devices (`Dev`). */
import { sameCfg, type Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Attributes } from '../../receipt/tra.ts';
import { issue } from './codes.ts';

/** AGENTUR_ID of the shop's own turnover. */
export const OWN_TURNOVER = 0;

/**
 * An agency's number; null for what is none.
 * @param id of a configuration or of a position: `01` is 1, as positions are read and exports have it
 */
export function agencyNumber(id: unknown): number | null {
  return typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : null;
}

/**
 * What is wrong with these records.
 * @param inForce what of it is in force already goes on: tills send it again at every start
 */
export function recordIssues(cfg: Cfg, inForce: Cfg | null): Issue[] {
  return [
    ...(isNew('DE_Agentur', cfg, inForce) ? agencyIssues(cfg.DE_Agentur ?? []) : []),
    ...(isNew('Dev', cfg, inForce) ? deviceIssues(cfg.Dev ?? []) : []),
  ];
}

function isNew(name: 'DE_Agentur' | 'Dev', cfg: Cfg, inForce: Cfg | null): boolean {
  const of = ({ Cmp, [name]: records = [] }: Cfg): Cfg => ({
    Cmp: { Ctry: Cmp.Ctry, TaxId: '' },
    [name]: records,
  });
  return !inForce || !sameCfg(of(cfg), of(inForce));
}

function agencyIssues(agencies: readonly Attributes[]): Issue[] {
  const seen = new Set<number>();
  return agencies.flatMap(({ Id }, i) => {
    const path = `Cfg.DE_Agentur[${i}].Id`;
    const number = agencyNumber(Id);
    if (number === null) return [issue('#CFG', path, 'must be a whole number')];
    if (number === OWN_TURNOVER) return [issue('#CFG', path, '0 is the own turnover of the company')];
    if (seen.has(number)) return [issue('#CFG', path, `${number} is given twice`)];
    seen.add(number);
    return [];
  });
}

/** Lines name their device by its id (POS_TERMINAL_ID), and a closing lists each once (slaves.csv). */
function deviceIssues(devices: readonly Attributes[]): Issue[] {
  const seen = new Set<string>();
  return devices.flatMap(({ Id }, i) => {
    const path = `Cfg.Dev[${i}].Id`;
    if (typeof Id !== 'string' || Id === '') return [issue('#CFG', path, 'the id of the device is missing')];
    if (seen.has(Id)) return [issue('#CFG', path, `${JSON.stringify(Id)} is given twice`)];
    seen.add(Id);
    return [];
  });
}
