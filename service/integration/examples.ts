/**
 * Requests to try, by country: `resources/examples/<code>.json`, those of `generic.json`
 * where a country has none of its own. `{{FN}}` and the like are filled in with the last
 * sale of the register.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { taxLineOf } from '../receipt/taxes.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Tree, TreeValue } from '../receipt/tree.ts';
import { isTree } from '../receipt/tree.ts';

/** A request of a file. */
export interface Example {
  name: string;
  route?: 'void';
  /** `OK`, or the error constant that leads the answer. */
  expects: string;
  body: Tree;
}

/**
 * The examples of a country.
 * @param folder `resources/examples`
 * @param country ISO 3166 code; null where none is set up
 */
export async function examplesOf(folder: string, country: string | null): Promise<Example[]> {
  const names = [...(country !== null && /^[A-Z]{2}$/.test(country) ? [country] : []), 'generic'];
  for (const name of names) {
    const text = await fs.readFile(path.join(folder, `${name}.json`), 'utf8').catch(() => null);
    if (text !== null) return (JSON.parse(text) as { cases: Example[] }).cases;
  }
  return [];
}

/** What placeholders stand for: the last receipt, as far as it is a sale with a position. */
export function valuesOf(last: JournalRecord | null): Readonly<Record<string, string>> {
  const esr = last?.ESR;
  const sold = esr?.PosA?.find((entry) => entry._ === 'Pos');
  if (!esr || sold?.Amt === undefined || sold.Amt.startsWith('-') || esr.Void === '1') return {};
  const tax = taxLineOf(sold, esr.TaxA ?? []);
  const values = {
    TL: esr.TL,
    TT: esr.TT,
    TN: esr.TN,
    FN: esr.FN ?? esr.TN,
    Dsc: sold.Dsc,
    TaxG: sold.TaxG,
    Amt: sold.Amt,
    Prc: tax?.Prc,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** A body with its placeholders filled in; null when a value is missing. */
export function filled(body: Tree, values: Readonly<Record<string, string>>): Tree | null {
  let isWhole = true;
  const fill = (value: TreeValue): TreeValue => {
    if (Array.isArray(value)) return value.map(fill);
    if (isTree(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
    if (typeof value !== 'string') return value;
    return value.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      if (!Object.hasOwn(values, name)) isWhole = false;
      return values[name] ?? '';
    });
  };
  const result = fill(body) as Tree;
  return isWhole ? result : null;
}
