/** What a store manager does on the control page of a Portuguese register. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { configuredTerminal } from '../../receipt/cfg.ts';
import { decimalText, readAmount } from '../../receipt/money.ts';
import { isDate } from '../../receipt/time.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, StateChange } from '../contract/work.ts';
import { issue } from './codes.ts';
import {
  describeCertificate,
  hasTrialNames,
  practiceOf,
  setAuthority,
  setClient,
  setLogin,
} from './access.ts';
import { forgetAll } from './attempts.ts';
import { confirmedChange, lastTimes, seriesAhead } from './clock.ts';
import { closeSeries } from './closing.ts';
import { isDocumentType } from './document.ts';
import { codeChange, codeProblem } from './movement-code.ts';
import { ownSeriesCode } from './own-codes.ts';
import { kindOf, openedChange, openSeries, type Wanted } from './opening.ts';
import { allSeries, newSeries, parseSeries, placeOf, seriesOf } from './series.ts';
import { bareTaxId } from './tax-id.ts';
import { DEFAULT_TABLE, resetRates, setRate } from './taxes.ts';
import { retiredKey } from './background.ts';

type Action = (
  input: Tree,
  state: State,
  context: CountryContext,
) => AsyncGenerator<StateChange, Outcome, void>;

const DONE: Outcome = { result: null };
/** Characters of a PEM text, a chain of certificates included. */
const LONGEST_PEM = 20_000;

function refuse(path: string, text: string): Outcome {
  return { issues: [issue('#ACTION', path, text)] };
}

function textOf(input: Tree, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

/** A certificate or key; empty when it is too long to be one. */
function pemOf(input: Tree, name: string): string {
  const text = textOf(input, name);
  return text.length <= LONGEST_PEM ? text : '';
}

/** Actions by name; the bodies are {@link PortugalActions}. */
const ACTIONS: Readonly<Record<string, Action>> = {
  async *login(input, _state, context) {
    const user = textOf(input, 'user').replace(/\s+/g, '');
    const password = typeof input.password === 'string' ? input.password : '';
    // With the login of another taxpayer the series would become his.
    const company = bareTaxId(context.cfg.Cmp.TaxId);
    const [nif, number = '', ...more] = user.split('/');
    if (nif !== company || !/^\d{1,4}$/.test(number) || more.length > 0) {
      const text = `must be the tax id of the company, a slash and the number of the sub-user: ${company}/1`;
      return refuse('user', text);
    }
    if (password === '') return refuse('password', 'is missing');
    if (password.length > 200) return refuse('password', 'is too long');
    await setLogin(context.vault, context.cfg, { user, password });
    forgetAll(context);
    yield* settled('authority-login', { User: user });
    return DONE;
  },
  async *logout(_input, _state, context) {
    await setLogin(context.vault, context.cfg, null);
    forgetAll(context);
    yield* settled('authority-logout', {});
    return DONE;
  },
  async *'client-certificate'(input, _state, context) {
    const certificate = pemOf(input, 'certificate');
    const key = pemOf(input, 'key');
    const row = describeCertificate(certificate);
    if (!row) return refuse('certificate', 'is no certificate in PEM format');
    if (!belongs(certificate, key))
      return refuse('key', 'is not the private key of this certificate, in PEM format without a password');
    await setClient(context.vault, { certificate, key });
    forgetAll(context);
    yield* settled('client-certificate', { Subject: row.subject, Expires: row.expires });
    return DONE;
  },
  async *'authority-certificate'(input, _state, context) {
    const certificate = pemOf(input, 'certificate');
    const row = describeCertificate(certificate);
    const isRsa = row && new X509Certificate(certificate).publicKey.asymmetricKeyType === 'rsa';
    if (!row || !isRsa) return refuse('certificate', 'is no certificate with an RSA key in PEM format');
    await setAuthority(context.vault, certificate);
    forgetAll(context);
    yield* settled('authority-certificate', { Subject: row.subject, Expires: row.expires });
    return DONE;
  },
  async *open(input, state, context) {
    const type = textOf(input, 'type');
    if (!isDocumentType(type)) return refuse('type', 'is no document type');
    const today = context.now.slice(0, 10);
    const nextYear = `${Number(today.slice(0, 4)) + 1}-01-01`;
    const asked = textOf(input, 'from') || today;
    if (!isDate(asked) || asked < today || asked.slice(0, 4) > nextYear.slice(0, 4))
      return refuse('from', 'must be a day, YYYY-MM-DD, from today to the end of next year');
    // The series of a year is used from its first day on, and this year's from now on.
    const from = asked < nextYear ? today : nextYear;
    const place = placeOf(configuredTerminal(context.cfg), from);
    forgetAll(context);
    const wanted: Wanted = { type, place, mark: '', from };
    const opened = yield* openSeries(wanted, state, context, 'now');
    return 'issue' in opened
      ? { issues: [opened.issue] }
      : { result: { id: opened.id, code: opened.series.code } };
  },
  async *'movement-code'(input, state) {
    const [FN, code] = [textOf(input, 'document'), textOf(input, 'code')];
    const problem = codeProblem(FN, code, state);
    if (problem) return refuse(...problem);
    yield codeChange(FN, code);
    return DONE;
  },
  async *code(input, state, context) {
    const id = textOf(input, 'series');
    const code = textOf(input, 'code').toUpperCase();
    const name = parseSeries(id);
    if (!name) return refuse('series', 'is no series of this register');
    if (!/^[A-Z0-9]{8,}$/.test(code) || code.length > 60)
      return refuse('code', 'must have at least 8 letters and digits');
    if (code === ownSeriesCode(bareTaxId(context.cfg.Cmp.TaxId), id))
      return refuse('code', 'was made up for tests');
    const own = placeOf(configuredTerminal(context.cfg), `20${name.year}`);
    if (name.place !== own) return refuse('series', `belongs to another till than ${own}`);
    const thisYear = Number(context.now.slice(0, 4));
    if (![-1, 0, 1].some((years) => name.year === String(thisYear + years).slice(2)))
      return refuse('series', 'is of a year long past or far ahead');
    if (seriesOf(state, id)) return refuse('series', 'is open already');
    if ((name.trial ?? false) !== hasTrialNames(context))
      return refuse('series', name.trial ? 'is of tests' : 'is none of the tests that are on');
    const test = practiceOf(context) !== null;
    const today = context.now.slice(0, 10);
    const from = today.slice(2, 4) === name.year ? today : `20${name.year}-01-01`;
    yield openedChange(id, newSeries(code, kindOf(name.mark), test, from));
    return DONE;
  },
  async *close(input, state, context) {
    const id = textOf(input, 'series');
    if (!parseSeries(id) || !seriesOf(state, id)) return refuse('series', 'is no series of this register');
    forgetAll(context);
    yield* closeSeries(id, state, context, 'now');
    return DONE;
  },
  async *clock(_input, state, context) {
    const ids = seriesAhead(state, context);
    if (ids.length === 0) return refuse('', 'the clock is not behind the last document of any series');
    forgetAll(context);
    yield confirmedChange(ids, lastTimes(state, context).entered, context.now);
    return DONE;
  },
  async *retire(_input, state, context) {
    const place = placeOf(configuredTerminal(context.cfg), context.now);
    const terminal = place.slice(0, -2);
    forgetAll(context);
    yield {
      event: 'till-retired',
      details: { Till: place },
      changes: () => ({ [retiredKey(place)]: true }),
    };
    for (const [id, , name] of [...allSeries(state)]) {
      if (name.place.slice(0, -2) === terminal) yield* closeSeries(id, state, context, 'now');
    }
    return DONE;
  },
  async *rate(input, _state, context) {
    const group = textOf(input, 'group');
    const rate = textOf(input, 'rate');
    const from = textOf(input, 'from');
    if (!DEFAULT_TABLE.some((g) => g.group === group)) return refuse('group', 'is no tax group');
    const read = readAmount(rate, 2);
    if ('error' in read || read.minor <= 0 || read.minor >= 10_000)
      return refuse('rate', 'must be a percentage between 0 and 100');
    if (!isDate(from)) return refuse('from', 'must be a day, YYYY-MM-DD');
    // Receipts of the past were issued with the percentage of then.
    if (from < context.now.slice(0, 10)) return refuse('from', 'must be today or later');
    const Prc = decimalText(rate)!;
    await setRate(context.vault, { group, rate: Prc, from }, context.now.slice(0, 10));
    yield* settled('tax-rate', { TaxG: group, Prc, From: from });
    return DONE;
  },
  async *'reset-rates'(_input, _state, context) {
    await resetRates(context.vault, context.now.slice(0, 10));
    yield* settled('tax-rates-reset', {});
    return DONE;
  },
};

/** {@link Country.act} of Portugal. */
export async function* act(
  action: string,
  input: Tree,
  state: State,
  context: CountryContext,
): AsyncGenerator<StateChange, Outcome, void> {
  if (!Object.hasOwn(ACTIONS, action)) return refuse('', `there is no action ${action}`);
  return yield* ACTIONS[action]!(input, state, context);
}

/** A setting was changed outside of the register's state; the journal says so. */
function* settled(event: string, details: Record<string, string>): Generator<StateChange, void, void> {
  yield { event, details, changes: () => ({}) };
}

function belongs(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
