/** What the page of a Slovak register shows and lets a manager do, and what its register should be looked after for. */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { Problem } from '../../wire.ts';
import { acting, DONE, note, refuse, textOf, type Action } from '../base/action.ts';
import { onlineActions } from '../base/online/actions.ts';
import { trustingPageInput, trustProblems } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { CERTIFICATES, ENVIRONMENT, NUMBERS, numberKeyOf, registerCode } from './credentials.ts';
import { decide, openIntent, ppekkAddress } from './device.ts';
import { swIdOf } from './exchange.ts';
import { identityOf, keepIdentity, readIdentity } from './identity.ts';
import { slovakiaPage, type WaitingMessage } from './page.ts';
import { tell, tellAgain, waitingPlace } from './places.ts';
import { dicOf } from './tax-number.ts';

/** {@link CountryPage.page} of Slovakia. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg, now } = context;
  const certificate = CERTIFICATES.of(context, cfg);
  const identity = identityOf(context, cfg);
  const highest = Number(state.get(numberKeyOf(now)) ?? 0);
  return slovakiaPage({
    ...trustingPageInput(ENVIRONMENT, certificate, context),
    code: certificate ? registerCode(certificate) : (identity?.code ?? ''),
    identity,
    ppekk: ppekkAddress(context) ?? null,
    swId: swIdOf(context),
    isCertified: context.attributes().text('SK_SwId') !== undefined,
    highest,
    open: openIntent(state)?.document.amount ?? null,
    messages: messages(state, context),
    restored: NUMBERS.unknown(state) ? highest : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Slovakia. */
export function problems(state: State, context: CountryContext): Problem[] {
  // A certified program has all of that itself.
  if (ppekkAddress(context) !== undefined) return [];
  const found = trustProblems('SK', ENVIRONMENT, CERTIFICATES.of(context, context.cfg), context);
  if (!ENVIRONMENT.isTest(context) && context.attributes().text('SK_SwId') === undefined)
    found.push({ code: 'SK_UNCERTIFIED', severity: 'warning' });
  if (NUMBERS.unknown(state)) found.push({ code: 'SK_NUMBERS_UNKNOWN', severity: 'stop' });
  return found;
}

/** Fields of an address by their names in the message. */
const ADDRESS = {
  ...{ Municipality: 'municipality', StreetName: 'street', BuildingNumber: 'building' },
  ...{ PropertyRegistrationNumber: 'property', PostalCode: 'postcode' },
};

const ONLINE = onlineActions({
  country: 'SK',
  certificates: CERTIFICATES,
  numbers: NUMBERS,
  keyOfNumber: ({ now }) => numberKeyOf(now),
});

const ACTIONS: Readonly<Record<string, Action>> = {
  ...ONLINE,
  async *identity(input, _state, context) {
    const { cfg, vault } = context;
    const identity = readIdentity(Buffer.from(textOf(input, 'file'), 'base64'));
    if (identity?.dic !== dicOf(cfg.Cmp.TaxId)) return refuse('file', 'error.identity');
    const certificate = CERTIFICATES.of(context, cfg);
    if (certificate && registerCode(certificate) !== identity.code) return refuse('file', 'error.identity');
    await keepIdentity(vault, cfg, identity);
    yield note('identity-entered', { Code: identity.code, Kind: identity.kind });
    return DONE;
  },
  async *'not-registered'(_input, state) {
    const intent = openIntent(state);
    if (!intent) return refuse('', 'error.notOpen');
    yield await Promise.resolve(decide(intent, null));
    return DONE;
  },
  async *send(input, state, context) {
    yield* tellAgain(state, context, true);
    return yield* ONLINE.send!(input, state, context);
  },
  'place-gps': (input, _state, context) =>
    tell({ gps: { x: textOf(input, 'longitude'), y: textOf(input, 'latitude') } }, context),
  'place-address': (input, _state, context) => {
    const sent = Object.entries(ADDRESS).map(([name, field]) => [name, textOf(input, field)] as const);
    return tell({ address: Object.fromEntries(sent.filter(([, value]) => value !== '')) }, context);
  },
  'place-other': (input, _state, context) => tell({ other: textOf(input, 'other') }, context),
};

/** {@link Country.act} of Slovakia. */
export const act = acting(ACTIONS);

/** {@link Country.background} of Slovakia: the place that eKasa has not answered about. */
export function background(state: State, context: CountryContext): AsyncIterable<Work> {
  return tellAgain(state, context);
}

/** Messages that wait, for the page. */
function messages(state: State, { cfg, deliveries }: CountryContext): WaitingMessage[] {
  const { TL, TT } = configuredTerminal(cfg);
  const of = `${TL}/${TT}`;
  const place = waitingPlace(state);
  const receipts = (deliveries?.().waiting ?? []).map(({ since, deadline, refused }) => ({
    ...{ of, since, deadline, refused: refused?.text ?? null, isPlace: false },
  }));
  return place === null ? receipts : [{ ...place, of, refused: null, isPlace: true }, ...receipts];
}
