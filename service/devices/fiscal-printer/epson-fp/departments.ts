/**
 * Departments as the printer is set to them: each has a VAT group (command 4202), and a group has its
 * percentage (4205) or, beyond 9, a reason for none. Layouts as public integrations read them.
 */
import type { DeviceRate, Outcome } from '../contract.ts';

/** Departments that are looked at; installers set the first ones, and a printer has 99. */
const LOOKED_AT = 25;
/** VAT groups with a percentage. */
const MOST_TAXED = 9;
/** Why groups bear no tax, in the figures that the printer sends; those of other numbers are a shop's own. */
const NATURES: Readonly<Record<number, string>> = {
  ...{ 0: 'N4', 10: 'N1', 11: 'N2', 12: 'N3', 13: 'N5', 14: 'AL' },
};
const EXEMPT = 0;

/** Asks one question of a printer; null where it knows no answer to it. */
export type Ask = (command: string, data: string) => Promise<Outcome<string | null>>;

const two = (n: number) => String(n).padStart(2, '0');

/** Nobody has tried all programs: one that answers otherwise keeps no shop from selling. */
const UNTOLD = { outcome: 'done', result: null } as const;

/** The rates behind its departments, lowest first; null where the printer does not tell, or in a layout of its own. */
export async function readDepartments(ask: Ask): Promise<Outcome<DeviceRate[] | null>> {
  const percentages = new Map<number, string | null>();
  const found: DeviceRate[] = [];
  let isExemptSet = false;
  for (let department = 1; department <= LOOKED_AT; department++) {
    const told = await ask('4202', two(department));
    if (told.outcome !== 'done') return told;
    if (told.result === null) {
      if (department === 1) return UNTOLD;
      break;
    }
    const group = groupOf(told.result, department);
    if (group === null) return UNTOLD;
    if (group === EXEMPT) isExemptSet = true;
    if (group === EXEMPT || group > MOST_TAXED) {
      const nature = NATURES[group];
      if (nature !== undefined) found.push({ department, rate: '0', nature });
      continue;
    }
    if (!percentages.has(group)) {
      const entry = await ask('4205', two(group));
      if (entry.outcome !== 'done') return entry;
      if (entry.result === null) return UNTOLD;
      const percentage = percentageOf(entry.result, group);
      if (percentage === undefined) return UNTOLD;
      percentages.set(group, percentage);
    }
    const rate = percentages.get(group) ?? null;
    if (rate !== null) found.push({ department, rate, nature: null });
  }
  // What is exempt may be sold without a department.
  if (!isExemptSet) found.push({ department: EXEMPT, rate: '0', nature: NATURES[EXEMPT]! });
  return { outcome: 'done', result: found };
}

/** Number, description, three prices, whether it is sold alone, VAT group: `01Bar…000000000…001`. */
function groupOf(data: string, department: number): number | null {
  const [, number, group] = /^(\d\d).{20}\d{27}\d(\d\d)/s.exec(data) ?? [];
  return Number(number) === department && group !== undefined ? Number(group) : null;
}

/** Number and hundredths of a percent: `012200`; null for a group that is not in use. */
function percentageOf(data: string, group: number): string | null | undefined {
  const [, number, whole, part] = /^(\d\d)(\d\d)(\d\d)/.exec(data) ?? [];
  if (Number(number) !== group || whole === undefined) return undefined;
  if (whole === '00' && part === '00') return null;
  return part === '00' ? String(Number(whole)) : `${Number(whole)}.${part!.replace(/0$/, '')}`;
}
