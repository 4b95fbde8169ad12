/** Spanish tax groups: IVA, IGIC of the Canaries, IPSI of Ceuta and Melilla, with the equivalence surcharge. */
import table from '../../../resources/tax/es.json' with { type: 'json' };
import type { Cfg } from '../../receipt/cfg.ts';
import { amountText, decimalText, minor, sameDecimal, taxOnNet } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { CompleteEsr, Tax } from '../../receipt/tra.ts';
import type { Cause, TaxRow } from './document.ts';
import { taxOf, type TaxName } from './region.ts';

interface Group extends TaxGroup {
  /** Last day, `YYYY-MM-DD`. */
  till?: string;
  /** Parts of a rate with the equivalence surcharge. */
  base?: string;
  surcharge?: string;
}

const GROUPS: Readonly<Record<TaxName, readonly Group[]>> = table;
const CAUSE = /^(?:E[1-8]|S2|N[12])$/;
/** Percentages of IVA that the AEAT knows, with the last day of those that are no more. */
const IVA_RATES: Readonly<Record<string, string>> = {
  ...{ '0': '9999', '4': '9999', '10': '9999', '21': '9999' },
  ...{ '5': '2024-12-31', '2': '2024-12-31', '7.5': '2024-12-31' },
};

/** Tax groups valid on a day (`YYYY-MM-DD`) at the place of a configuration. */
export function rulesOn(day: string, cfg: Cfg): TaxRules {
  const groups = groupsOn(day, taxOf(cfg));
  return {
    fixed: true,
    byName: (name) => groups.find(({ group }) => group === name) ?? untaxed(name),
    byRate: (rate) =>
      groups.find((group) => sameDecimal(group.rate, rate)) ??
      (sameDecimal(rate, '0') ? { group: 'Z', rate: '0' } : null),
  };
}

function groupsOn(day: string, tax: TaxName): readonly Group[] {
  return GROUPS[tax].filter(({ till = '9999' }) => day <= till);
}

function untaxed(name: string): TaxGroup | null {
  return name === 'Z' || CAUSE.test(name) ? { group: name, rate: '0' } : null;
}

/** Why a line of the tax table bears no tax; null for a taxed one, which may be taxed at 0 %. */
export function causeOf({ TaxG = '', Prc = '0' }: Tax, tax: TaxName): Cause | null {
  if (CAUSE.test(TaxG)) return TaxG as Cause;
  // The zero rate of the IGIC is a rate.
  return sameDecimal(Prc, '0') && tax !== 'IGIC' ? 'E1' : null;
}

/** Whether there is such a line on a day. */
export function isLine(line: Tax, day: string, tax: TaxName): boolean {
  const rate = decimalText(line.Prc ?? '0') ?? '';
  if (CAUSE.test(line.TaxG ?? '')) return rate === '0';
  if (groupsOn(day, tax).some((group) => sameDecimal(group.rate, rate))) return true;
  if (rate === '0') return true;
  if (tax === 'IVA') return day <= (IVA_RATES[rate] ?? '');
  return tax === 'IPSI' && Number(rate) > 0 && Number(rate) <= 10;
}

/** Rows of the record: lines of the tax table that mean the same are one. */
export function taxRows({ TaxA, D }: CompleteEsr, cfg: Cfg, regime: string | undefined): TaxRow[] {
  const tax = taxOf(cfg);
  const rows = new Map<string, TaxRow>();
  for (const line of TaxA) {
    const row = rowOf(line, D.slice(0, 10), tax, regime ?? '01');
    const key = [row.cause, row.rate, row.surcharge?.rate, row.regime].join(' ');
    const before = rows.get(key);
    rows.set(key, before ? added(before, row) : row);
  }
  // A document without articles still says what it is: nothing that is subject to tax.
  return rows.size > 0
    ? [...rows.values()]
    : [{ tax, cause: 'N1', rate: '0', base: '0.00', quota: '0.00', regime: regime ?? '01' }];
}

function rowOf(line: Tax, day: string, tax: TaxName, regime: string): TaxRow {
  const cause = causeOf(line, tax);
  const rate = decimalText(line.Prc ?? '0') ?? '0';
  const [net, quota] = [minor(line.Net, 2), minor(line.TAmt, 2)];
  if (cause !== null) return { tax, cause, rate: '0', base: amountText(net, 2), quota: '0.00', regime };
  if (line.MarginScheme === '1') {
    const base = marginOf(quota, rate);
    return { tax, rate, base: amountText(base, 2), quota: amountText(quota, 2), regime: '03' };
  }
  const group = groupsOn(day, tax).find(({ rate: known }) => sameDecimal(known, rate));
  if (group?.base === undefined || group.surcharge === undefined)
    return { tax, rate, base: amountText(net, 2), quota: amountText(quota, 2), regime };
  const surcharge = taxOnNet(net, group.surcharge);
  return {
    ...{ tax, rate: group.base, base: amountText(net, 2), quota: amountText(quota - surcharge, 2), regime },
    surcharge: { rate: group.surcharge, quota: amountText(surcharge, 2) },
  };
}

/** The margin that a tax is of, cents, rounded half up. */
function marginOf(quota: number, rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  const units = BigInt(whole + fraction);
  if (units === 0n) return 0;
  const scaled = BigInt(Math.abs(quota)) * 100n * 10n ** BigInt(fraction.length);
  return Math.sign(quota) * Number((2n * scaled + units) / (2n * units));
}

function added(a: TaxRow, b: TaxRow): TaxRow {
  const sum = (x: string, y: string) => amountText(minor(x, 2) + minor(y, 2), 2);
  return {
    ...a,
    base: sum(a.base, b.base),
    quota: sum(a.quota, b.quota),
    ...(a.surcharge &&
      b.surcharge && {
        surcharge: { rate: a.surcharge.rate, quota: sum(a.surcharge.quota, b.surcharge.quota) },
      }),
  };
}
