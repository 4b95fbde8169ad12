/**
 * The protected list of operators: who stands behind a name on receipts. National numbers
 * (INSZ) are in the vault alone, encrypted, and leave it on the line to an FDM only. Entries
 * are never deleted: reports name those who worked in a period, and a request whose answer
 * was lost is sent again as it was.
 */
import { randomBytes } from 'node:crypto';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import type { CountryServices } from '../contract/services.ts';
import { ROBOT, TECHNICIAN, vatNumber } from './numbers.ts';

/** An operator. */
export interface Operator {
  [name: string]: Json;
  /** Eight hexadecimal digits; what journals and states know. */
  id: string;
  /** What receipts and tills call the operator (ESR.Opr). */
  alias: string;
  name: string;
  /** National number. */
  number: string;
  /** False for those who do not work here any more, and for earlier numbers of an alias. */
  isActive: boolean;
}

/** Who works without hands: receipts that the register issues itself. */
export const ROBOT_ID = '00000029';
/** Whoever services a till. */
export const TECHNICIAN_ID = '00000097';
/** Names of both on receipts; no operator can have them. */
export const ROBOT_ALIAS = 'Tillmark';
export const TECHNICIAN_ALIAS = 'TECHNICIAN';

const BUILT_IN: readonly Operator[] = [
  { id: ROBOT_ID, alias: ROBOT_ALIAS, name: '', number: ROBOT, isActive: true },
  { id: TECHNICIAN_ID, alias: TECHNICIAN_ALIAS, name: '', number: TECHNICIAN, isActive: true },
];

/** Whether an alias is one of those that every list has. */
export function isBuiltIn(alias: string): boolean {
  return BUILT_IN.some((one) => one.alias === alias);
}

/** More are none of one company. */
export const MOST_OPERATORS = 1000;

type Services = Pick<CountryServices, 'vault' | 'memory'>;

/** What is being written to the vault, by its name there: it counts from the moment it is said. */
interface Pending {
  list: Operator[];
  stored: Promise<void>;
}

function vaultName({ Cmp }: Pick<Cfg, 'Cmp'>): string {
  return `BE/Operators/${vatNumber(Cmp.TaxId) ?? Cmp.TaxId}`;
}

/** Everybody on the list of a company, built-in ones last. */
export function operatorsOf(cfg: Pick<Cfg, 'Cmp'>, services: Services): readonly Operator[] {
  const name = vaultName(cfg);
  const pending = services.memory.get(name) as Pending | undefined;
  const stored = (services.vault.get(name) ?? []) as Operator[];
  return [...(pending?.list ?? stored), ...BUILT_IN];
}

/** National numbers of all people who are or were on the list. */
export function listedNumbers(cfg: Pick<Cfg, 'Cmp'>, services: Services): Set<string> {
  const numbers = operatorsOf(cfg, services).map(({ number }) => number);
  return new Set(numbers.filter((number) => number !== ROBOT && number !== TECHNICIAN));
}

/** The active operator of an alias; null for none. */
export function operatorOf(alias: string, cfg: Pick<Cfg, 'Cmp'>, services: Services): Operator | null {
  return operatorsOf(cfg, services).find((one) => one.isActive && one.alias === alias) ?? null;
}

/** The active operator of a national number; null for none. */
export function operatorByNumber(number: string, cfg: Pick<Cfg, 'Cmp'>, services: Services): Operator | null {
  return operatorsOf(cfg, services).find((one) => one.isActive && one.number === number) ?? null;
}

/**
 * Puts an operator on the list, or gives one another number.
 * @returns the entry, which counts at once; null when there is no room. {@link operatorsStored} waits for the disk.
 */
export function addOperator(
  { alias, name, number }: Pick<Operator, 'alias' | 'name' | 'number'>,
  cfg: Pick<Cfg, 'Cmp'>,
  services: Services,
): Operator | null {
  const list = own(cfg, services);
  const known = list.find((one) => one.isActive && one.alias === alias);
  if (known?.number === number && known.name === name) return known;
  if (known?.number === number) return change(list, known, { name }, cfg, services);
  if (list.length >= MOST_OPERATORS) return null;
  const made: Operator = { id: randomBytes(4).toString('hex'), alias, name, number, isActive: true };
  const others = list.map((one) => (one === known ? { ...one, isActive: false } : one));
  store([...others, made], cfg, services);
  return made;
}

/** Takes an operator off the list; what was signed before can still be told. */
export function removeOperator(id: string, cfg: Pick<Cfg, 'Cmp'>, services: Services): boolean {
  const list = own(cfg, services);
  const known = list.find((one) => one.id === id && one.isActive);
  if (known) change(list, known, { isActive: false }, cfg, services);
  return known !== undefined;
}

/** Resolves when all that was said is on the disk. @throws where it cannot be written */
export async function operatorsStored(cfg: Pick<Cfg, 'Cmp'>, services: Services): Promise<void> {
  const pending = services.memory.get(vaultName(cfg)) as Pending | undefined;
  await pending?.stored;
}

function own(cfg: Pick<Cfg, 'Cmp'>, services: Services): Operator[] {
  return operatorsOf(cfg, services).filter((one) => !BUILT_IN.includes(one));
}

function change(
  list: readonly Operator[],
  known: Operator,
  values: Partial<Operator>,
  cfg: Pick<Cfg, 'Cmp'>,
  services: Services,
): Operator {
  const changed = { ...known, ...values } as Operator;
  store(
    list.map((one) => (one === known ? changed : one)),
    cfg,
    services,
  );
  return changed;
}

function store(list: Operator[], cfg: Pick<Cfg, 'Cmp'>, { vault, memory }: Services): void {
  const name = vaultName(cfg);
  const stored = vault.set(name, list);
  const pending: Pending = { list, stored };
  memory.set(name, pending);
  const forget = () => {
    if (memory.get(name) === pending) memory.delete(name);
  };
  // What cannot be written does not count; whoever waits hears of it.
  stored.then(forget, forget);
}

/** Where a number stands in a request that is kept. */
export interface Placeholder {
  [name: string]: string;
  operator: string;
}

const PLACE = /\{"operator":"([\da-f]{8})"\}/g;

/**
 * A request with the numbers in their places. In texts of a request every quotation mark
 * is escaped, so that no text can look like a place.
 * @returns null when somebody is not on the list any more
 */
export function withNumbers(
  data: string,
  cfg: Pick<Cfg, 'Cmp'>,
  services: Services,
): { data: string; secrets: string[] } | null {
  const numbers = new Map(operatorsOf(cfg, services).map(({ id, number }) => [id, number]));
  // An FDM may speak of somebody else than the operator of this request.
  const secrets = [...listedNumbers(cfg, services)];
  let isWhole = true;
  const filled = data.replace(PLACE, (_place, id: string) => {
    const number = numbers.get(id);
    if (number === undefined) isWhole = false;
    return `"${number ?? ''}"`;
  });
  return isWhole ? { data: filled, secrets } : null;
}
