/** What the printer tells of its departments: each has a VAT group, and a group has its percentage. */
import { Refusal, type Departments } from './draft.ts';

const [FIRST_EXEMPT, LAST_EXEMPT] = [10, 18];
/** Groups of what is exempt, and of what nobody has set. */
const [EXEMPT, UNUSED] = [0, 18];
const MOST_DEPARTMENTS = 99;

/** Percentages in use, by their group less one. */
function table(departments: Departments): number[] {
  const rates = Object.keys(departments)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((department) => departments[department]!);
  return [...new Set(rates.filter((rate) => rate > 0))];
}

/** Answer of 4202: number, description, prices, group, limits and unit. @param data number of the department */
export function departmentData(departments: Departments, data: string): string {
  const number = Number(data);
  if (!/^\d\d$/.test(data) || number < 1 || number > MOST_DEPARTMENTS) throw new Refusal('', 13);
  const rate = departments[String(number)];
  const isReserved = number >= FIRST_EXEMPT && number <= LAST_EXEMPT;
  const untaxed = isReserved ? number : EXEMPT;
  const group = rate === undefined ? UNUSED : rate > 0 ? table(departments).indexOf(rate) + 1 : untaxed;
  const description = `REPARTO ${data}`.padEnd(20);
  return `${data}${description}${'0'.repeat(27)}0${String(group).padStart(2, '0')}${'9'.repeat(9)}0000KG`;
}

/** Answer of 4205: number and percentage. @param data number of the group */
export function vatGroupData(departments: Departments, data: string): string {
  if (!/^0[1-9]$/.test(data)) throw new Refusal('', 13);
  const rate = table(departments)[Number(data) - 1] ?? 0;
  return `${data}${String(Math.round(rate * 100)).padStart(4, '0')}`;
}
