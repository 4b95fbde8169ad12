/** What a store manager does on the page of a Swedish register. Bodies are held against the page before (described-page/input.ts). */
import { randomUUID } from 'node:crypto';
import { readKeyFile } from '../../certificates/read.ts';
import { isTree } from '../../receipt/tree.ts';
import type { Tree } from '../../receipt/tree.ts';
import { acting, DONE, note, refuse, textOf, type Action } from '../base/action.ts';
import { bounded } from '../base/cash-register/texts.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { SerialUnitKind, UnitFailure } from '../contract/control-unit.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome } from '../contract/work.ts';
import { CONFIRMED, GAVE_UP, GIVEN_UP, lastNumber, NUMBER, NUMBERS } from './books.ts';
import { companyNumber } from './company.ts';
import type { Intent } from './device.ts';
import {
  designation,
  keepClient,
  keepUnit,
  keptClient,
  keptUnit,
  noteUnit,
  unitOf,
  type KeptClient,
  type KeptUnit,
} from './unit.ts';

/** How long a manager waits for an enrolment, ms. */
const PATIENCE_MS = 20_000;
/** State key of what the register has asked its device and does not know the outcome of. */
const ASKED = 'Device';

/** The receipt whose answer was lost; null for none. */
export function openIntent(state: Pick<State, 'get'>): Intent | null {
  const asked = state.get(ASKED);
  return isTree(asked) && isTree(asked.intent) ? (asked.intent as unknown as Intent) : null;
}

/** Whether a text is an address. Logins do not belong into it: it stands in the journal and on pages. */
function isAddress(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.username === '' && url.password === '';
}

/** A unit on a serial line, as it is entered: `ccsp:COM3`, `posplus:/dev/ttyUSB0`; null for what is none. */
function serialUnit(text: string): Extract<KeptUnit, { kind: SerialUnitKind }> | null {
  const [, kind, at = ''] = /^(ccsp|posplus):(?!\/\/)([!-~]{1,260})$/i.exec(text) ?? [];
  const isLine = /^(?:COM\d{1,3}|\/dev\/[\w./-]+)(?::\d{3,7})?$/i.test(at);
  const isConverter = /^[\w.-]+:\d{1,5}$/.test(at);
  if (kind === undefined || (!isLine && !isConverter)) return null;
  return { kind: kind.toLowerCase() as SerialUnitKind, url: at };
}

function failed({ trouble, text }: UnitFailure): Outcome {
  return { issues: [pageIssue('', text, words(`unit.trouble.${trouble}`))] };
}

/** A file with key and certificate; what is wrong with it. */
async function readClient(
  input: Tree,
): Promise<{ client: KeptClient; till: string; serial: string } | Outcome> {
  const read = await readKeyFile(Buffer.from(textOf(input, 'file'), 'base64'), textOf(input, 'password'));
  if ('problem' in read) {
    const path = read.problem === 'wrong-password' ? 'password' : 'file';
    return { issues: [pageIssue(path, read.text, words(`error.file.${read.problem}`))] };
  }
  const { key, certificate, chain } = read;
  return {
    client: {
      certificate: [certificate, ...chain].map(String).join(''),
      key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
    till: certificate.validTo,
    serial: certificate.serialNumber,
  };
}

const ACTIONS: Readonly<Record<string, Action>> = {
  async *'use-unit'(input, _state, context) {
    const url = textOf(input, 'url');
    const serial = serialUnit(url);
    if (serial) {
      await keepUnit(context, serial);
      yield note('control-unit', { Kind: serial.kind, Address: serial.url });
      return DONE;
    }
    if (!isAddress(url, ['http:', 'https:'])) return refuse('url', 'error.url');
    const [user, typed] = [textOf(input, 'user'), textOf(input, 'password')];
    const kept = keptUnit(context.vault, context.cfg);
    // The page shows no password: left empty it stays as it is for the same user.
    const isSame = typed === '' && kept?.kind === 'cleancash' && kept.user === user;
    await keepUnit(context, { kind: 'cleancash', url, user, password: isSame ? kept.password : typed });
    yield note('control-unit', { Kind: 'cleancash', Address: url });
    return DONE;
  },
  async *'use-server'(input, _state, context) {
    const url = textOf(input, 'url');
    if (!isAddress(url, ['https:'])) return refuse('url', 'error.https');
    const ca = Buffer.from(textOf(input, 'ca'), 'base64').toString('utf8');
    if (ca !== '' && !ca.includes('-----BEGIN CERTIFICATE-----')) return refuse('ca', 'error.ca');
    await keepUnit(context, { kind: 'tcs', url, application: textOf(input, 'application'), ca });
    yield note('control-unit', { Kind: 'tcs', Address: url });
    return DONE;
  },
  async *certificate(input, _state, context) {
    const read = await readClient(input);
    if (!('client' in read)) return read;
    await keepClient(context, read.client);
    yield note('certificate-entered', { Serial: read.serial, Till: read.till });
    return DONE;
  },
  async *'forget-certificate'(_input, _state, context) {
    await keepClient(context, null);
    yield note('certificate-removed', {});
    return DONE;
  },
  async *enrol(input, _state, context) {
    const { controlUnits, cfg, vault } = context;
    const hasOwn = textOf(input, 'file') !== '';
    const read = hasOwn ? await readClient(input) : { client: keptClient(vault, cfg) };
    if (!('client' in read)) return read;
    if (!read.client || !controlUnits) return refuse('file', 'error.noCertificate');
    const url = textOf(input, 'url');
    if (!isAddress(url, ['https:'])) return refuse('url', 'error.https');
    const ca = Buffer.from(textOf(input, 'ca'), 'base64').toString('utf8');
    const told = await controlUnits.enrol(
      { ...enrolmentOf(input, context), url, client: read.client, ...(ca !== '' && { ca }) },
      PATIENCE_MS,
    );
    if (told.outcome !== 'done') return failed(told.failure);
    yield note('register-enrolled', { Register: told.result.register, Unit: told.result.unit });
    return DONE;
  },
  async *look(_input, _state, context) {
    const inUse = unitOf(context);
    if (!inUse) return refuse('', 'error.noUnit');
    const told = await askState(context, inUse.unit);
    if (told) return failed(told);
    yield note('control-unit-answers', {});
    return DONE;
  },
  async *'last-number'(input, state) {
    const number = Number(textOf(input, 'number'));
    const highest = lastNumber(state);
    if (number < highest) return refuse('number', 'error.numberLow', { number: highest });
    yield await Promise.resolve({
      event: CONFIRMED,
      details: { Last: String(number) },
      changes: (now: State) => (NUMBERS.unknown(now) ? { ...NUMBERS.known, [NUMBER]: number } : null),
    });
    return DONE;
  },
  async *'give-up'(_input, state) {
    const number = openIntent(state)?.receipt.number;
    if (number === undefined) return refuse('', 'error.notOpen');
    yield await Promise.resolve({
      event: GAVE_UP,
      details: { Number: String(number) },
      changes: (now: State) =>
        openIntent(now)?.receipt.number === number ? { [NUMBER]: number, [GIVEN_UP]: number } : null,
    });
    return DONE;
  },
};

/** Asks the unit how it is; why not, where it does not say. */
export async function askState(
  context: CountryContext,
  unit: NonNullable<ReturnType<typeof unitOf>>['unit'],
): Promise<UnitFailure | null> {
  const { cfg } = context;
  const told = await unit.state({
    ...{ register: designation(cfg), company: companyNumber(cfg), request: randomUUID() },
  });
  if (told.outcome !== 'done') {
    noteUnit(context, { failure: told.failure });
    return told.failure;
  }
  const { unit: id, warning } = told.result;
  noteUnit(context, { ...(id !== '' && { unit: id }), warning });
  return null;
}

function enrolmentOf(input: Tree, { cfg }: CountryContext) {
  const { Cmp, Loc = {}, Trm = {} } = cfg;
  const text = (value: unknown, most: number) => (typeof value === 'string' ? bounded(value, most) : '');
  const placeOf = (of: Record<string, unknown>) => ({
    ...{ address: text(of.Adr, 100), zip: text(of.Zip, 20), city: text(of.City, 50) },
  });
  const name = text(Cmp.Nam, 100);
  const store = placeOf(Loc.City === undefined ? Cmp : Loc);
  const pair = (which: string) => ({
    name: textOf(input, `${which}Name`),
    code: textOf(input, `${which}Code`),
  });
  return {
    application: textOf(input, 'application'),
    request: randomUUID(),
    partner: { ...pair('partner'), authority: textOf(input, 'authority') },
    ...{ branch: pair('branch'), chain: pair('chain') },
    store: { id: textOf(input, 'store'), name: text(Loc.Nam ?? Cmp.Nam, 100), place: store },
    company: { number: companyNumber(cfg), name, place: placeOf(Cmp) },
    register: { id: designation(cfg), make: text(Trm.SW, 50) || 'Tillmark', model: text(Trm.HWModel, 50) },
    email: textOf(input, 'email'),
  };
}

/** {@link CountryPage.act} of Sweden. */
export const act = acting(ACTIONS);
