/** What a store manager does on the page of a Slovenian register. Bodies are held against the page before (described-page/input.ts). */
import { localTime } from '../../clock.ts';
import { configuredTerminal } from '../../receipt/cfg.ts';
import { acting, DONE, note, PATIENCE_MS, refuse, textOf, type Action } from '../base/action.ts';
import { onlineActions } from '../base/online/actions.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { CERTIFICATES, ENVIRONMENT, NUMBERS } from './credentials.ts';
import { ask, echo } from './exchange.ts';
import { premisesMessage, type Supplier } from './message.ts';
import { keyOfNumber } from './numbering.ts';
import { keepPremises, premisesOf, type Place, type Premises } from './premises.ts';
import { bareTaxNumber, isTaxNumber } from './tax-number.ts';

const ACTIONS: Readonly<Record<string, Action>> = {
  ...onlineActions({
    country: 'SI',
    certificates: CERTIFICATES,
    numbers: NUMBERS,
    keyOfNumber,
    echo: (certificate, context, signal) =>
      echo({ certificate, test: ENVIRONMENT.isTest(context), signal }, context),
  }),
  'premises-real': (input, _state, context) => {
    const text = (name: string) => textOf(input, name);
    const place: Place = {
      ...{ cadastral: text('cadastral'), building: text('building'), section: text('section') },
      ...{ street: text('street'), house: text('house'), houseMore: text('houseMore') },
      ...{ community: text('community'), city: text('city'), postcode: text('postcode') },
    };
    return register({ place, from: text('from'), closed: false, note: text('note') }, context);
  },
  'premises-movable': (input, _state, context) => {
    const place: Place = { type: textOf(input, 'type') as 'A' | 'B' | 'C' };
    const premises = { place, from: textOf(input, 'from'), closed: false, note: textOf(input, 'note') };
    return register(premises, context);
  },
  'premises-close': (_input, _state, context) => {
    const known = premisesOf(context, context.cfg, ENVIRONMENT.isTest(context));
    if (!known?.place) return refused('error.unknownPremises');
    const from = context.now.slice(0, 10);
    return register({ place: known.place as Place, from, closed: true, note: known.note }, context);
  },
  async *'premises-known'(_input, _state, context) {
    const { cfg, now } = context;
    const test = ENVIRONMENT.isTest(context);
    await keepPremises(context, cfg, {
      ...{ place: null, from: now.slice(0, 10), closed: false, note: '', at: now, test },
    });
    yield note('premises-known', { Premises: configuredTerminal(cfg).TL });
    return DONE;
  },
};

/** {@link Country.act} of Slovenia. */
export const act = acting(ACTIONS);

async function* refused(key: string): AsyncGenerator<Work, Outcome, void> {
  return refuse('', key);
}

/** Tells FURS of the premises of the register. */
async function* register(
  about: Omit<Premises, 'id'>,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const { cfg, clock } = context;
  const certificate = CERTIFICATES.of(context, cfg);
  if (!certificate) return refuse('', 'error.noCertificate');
  const test = ENVIRONMENT.isTest(context);
  const id = configuredTerminal(cfg).TL;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await ask({ operation: 'premises', certificate, test, signal }, context, (header) =>
    premisesMessage(header, bareTaxNumber(cfg.Cmp.TaxId), { id, ...about }, supplier(context)),
  );
  if ('unreachable' in answer) return refuse('', 'error.noAnswer', { text: answer.unreachable });
  if ('refused' in answer) {
    const { code, text } = answer.refused;
    return refuse('', 'error.refused', { text: `${code} ${text}` });
  }
  const { place, from, closed, note: remark } = about;
  const at = localTime(clock.now());
  await keepPremises(context, cfg, { place: { ...place }, from, closed, note: remark, at, test });
  yield note(closed ? 'premises-closed' : 'premises-registered', { Premises: id, From: from });
  return DONE;
}

function supplier(context: CountryContext): Supplier {
  const { name, taxId } = context.program().producer;
  const number = bareTaxNumber(taxId);
  return isTaxNumber(number) && number !== taxId ? { taxNumber: number } : { name };
}
