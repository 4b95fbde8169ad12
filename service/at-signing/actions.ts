/** What an operator does with signature units on the control page. */
import { failureOf, UnitError, type UnitFailure } from '../devices/at-signature/contract.ts';
import { makeTestKey } from '../devices/at-signature/software.ts';
import type { Json } from '../receipt/json.ts';
import type { Tree } from '../receipt/tree.ts';
import { isEnteredType, readUnit, SECRET_FIELD, type FieldProblems } from '../settings/signature-unit.ts';
import type { UnitSetting } from '../settings/signature-unit.ts';
import type { SignatureUnits } from '../settings/signature-units.ts';
import { makeUnit } from './make-unit.ts';
import type { ServerPassword } from './server-password.ts';
import type { Signing } from './signing.ts';

/** What came of an action. */
export type UnitOutcome =
  | { result: Json }
  /** Nothing of this name, or no such unit. */
  | { missing: string }
  | { fields: FieldProblems }
  /** A unit did not do what was tried. */
  | { failure: UnitFailure };

/** What actions work on. */
export interface UnitAdministration {
  settings: SignatureUnits;
  signing: Signing;
  password: ServerPassword;
  /** Milliseconds since 1970. */
  now: () => number;
}

const DONE: UnitOutcome = { result: {} };
const COMPANY = 'Test';
const MAX_COMPANY = 60;

/** The actions by name; see wire.ts for their bodies. */
const ACTIONS: Readonly<
  Record<string, (administration: UnitAdministration, input: Tree) => Promise<UnitOutcome>>
> = {
  add,
  change,
  remove,
  move: async ({ settings }, input) => {
    const direction = input.direction === 'up' ? 'up' : 'down';
    await settings.move(textOf(input, 'id'), direction);
    return DONE;
  },
  test: async ({ signing }, input) => {
    const id = textOf(input, 'id');
    if (!signing.pool.status().some((unit) => unit.id === id)) return noUnit(id);
    try {
      const { zda, serial } = await signing.test(id);
      return { result: { zda, serial } };
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      return { failure: failureOf(error) };
    }
  },
  server: async ({ password }, input) => {
    const problem = await password.set(textOf(input, 'password'));
    return problem ? { fields: { password: problem } } : DONE;
  },
};

/** Does what the page asks for; the units are looked at soon afterwards. */
export async function actOnUnits(
  administration: UnitAdministration,
  action: string,
  input: Tree,
): Promise<UnitOutcome> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!act) return { missing: `there is no action ${JSON.stringify(action.slice(0, 50))}` };
  const outcome = await act(administration, input);
  administration.signing.soon();
  return outcome;
}

async function add({ settings, now }: UnitAdministration, input: Tree): Promise<UnitOutcome> {
  const { type } = input;
  if (type === 'test') {
    const company = textOf(input, 'company').trim().slice(0, MAX_COMPANY) || COMPANY;
    const { key, certificate } = makeTestKey(company, now());
    return added(await settings.add({ type, certificates: certificate }, key));
  }
  // Cards have their place already.
  if (!isEnteredType(type) || type === 'cards') return { fields: { type: 'missing' } };
  const read = readUnit(type, input);
  if ('problems' in read) return { fields: read.problems };
  const { fields, secret } = read;
  const problems = unusable({ id: 'new', ...fields }, secret);
  if (problems) return { fields: problems };
  return added(await settings.add(fields, secret!));
}

async function change({ settings }: UnitAdministration, input: Tree): Promise<UnitOutcome> {
  const id = textOf(input, 'id');
  const before = settings.find(id);
  if (!before || !isEnteredType(before.type)) return noUnit(id);
  const read = readUnit(before.type, input, before);
  if ('problems' in read) return { fields: read.problems };
  // Certificates are not shown, so that a form that says nothing of them means those that are there.
  const kept = keptCertificates(before, input);
  const setting = { ...kept, ...read.fields, id } as UnitSetting;
  const problems = unusable(setting, read.secret ?? settings.secret(id));
  if (problems) return { fields: problems };
  return (await settings.change(setting, read.secret)) ? DONE : noUnit(id);
}

async function remove({ settings, signing }: UnitAdministration, input: Tree): Promise<UnitOutcome> {
  const id = textOf(input, 'id');
  return (await settings.remove(id)) || signing.forgetCard(id) ? DONE : noUnit(id);
}

/** What only shows when the unit is made: whether a key is one, and the right one. */
function unusable(setting: UnitSetting, secret: string | undefined): FieldProblems | null {
  if (setting.type === 'cards') return null;
  try {
    void makeUnit(setting, secret, () => undefined).close();
    return null;
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    const isAddress = 'url' in setting && secret !== undefined;
    return isAddress ? { url: 'address' } : { [SECRET_FIELD[setting.type]]: 'key' };
  }
}

function keptCertificates(before: UnitSetting, input: Tree): { ca?: string; issuers?: string } {
  const kept: { ca?: string; issuers?: string } = {};
  for (const name of ['ca', 'issuers'] as const) {
    const pem = (before as { ca?: string; issuers?: string })[name];
    if (pem !== undefined && !Object.hasOwn(input, name)) kept[name] = pem;
  }
  return kept;
}

function added(unit: UnitSetting | null): UnitOutcome {
  return unit ? { result: { id: unit.id } } : { fields: { type: 'tooMany' } };
}

function noUnit(id: string): UnitOutcome {
  return { missing: `there is no signature unit ${JSON.stringify(id.slice(0, 100))}` };
}

function textOf(input: Tree, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}
