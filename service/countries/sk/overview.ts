/** What the page of a Slovak register shows and lets a manager do, and what its register should be looked after for. */
import type { Tree } from '../../receipt/tree.ts';
import type { Problem } from '../../wire.ts';
import { DONE, note, PATIENCE_MS, refuse, textOf, type Action } from '../base/action.ts';
import { onlineActions } from '../base/online/actions.ts';
import { certificateProblems, onlinePageInput } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { CERTIFICATES, ENVIRONMENT, NUMBERS, numberKeyOf, registerCode } from './credentials.ts';
import { ask, swIdOf } from './exchange.ts';
import { locationMessage, type Place } from './message.ts';
import { slovakiaPage } from './page.ts';
import { withSlovakOffset } from './receipt-data.ts';
import { dicOf } from './tax-number.ts';

/** {@link CountryPage.page} of Slovakia. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg, now } = context;
  const certificate = CERTIFICATES.of(context, cfg);
  const highest = Number(state.get(numberKeyOf(now)) ?? 0);
  return slovakiaPage({
    ...onlinePageInput(certificate, ENVIRONMENT.isTest(context), context),
    code: certificate ? registerCode(certificate) : '',
    swId: swIdOf(context),
    isCertified: context.attributes().text('SK_SwId') !== undefined,
    highest,
    restored: NUMBERS.unknown(state) ? highest : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Slovakia. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found = certificateProblems('SK', CERTIFICATES.of(context, context.cfg), context.now);
  if (ENVIRONMENT.trusted(context).length === 0) found.push({ code: 'SK_NO_TRUST', severity: 'warning' });
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

const ACTIONS: Readonly<Record<string, Action>> = {
  ...onlineActions({
    certificates: CERTIFICATES,
    numbers: NUMBERS,
    keyOfNumber: ({ now }) => numberKeyOf(now),
  }),
  'place-gps': (input, _state, context) =>
    tell({ gps: { x: textOf(input, 'longitude'), y: textOf(input, 'latitude') } }, context),
  'place-address': (input, _state, context) => {
    const sent = Object.entries(ADDRESS).map(([name, field]) => [name, textOf(input, field)] as const);
    return tell({ address: Object.fromEntries(sent.filter(([, value]) => value !== '')) }, context);
  },
  'place-other': (input, _state, context) => tell({ other: textOf(input, 'other') }, context),
};

/** {@link Country.act} of Slovakia. */
export function act(
  action: string,
  input: Tree,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  return ACTIONS[action]!(input, state, context);
}

/** Tells eKasa where the register is from now on. */
async function* tell(place: Place, context: CountryContext): AsyncGenerator<Work, Outcome, void> {
  const { cfg, now } = context;
  const certificate = CERTIFICATES.of(context, cfg);
  if (!certificate) return refuse('', 'error.noCertificate');
  const data = {
    CashRegisterCode: registerCode(certificate),
    CreateDate: withSlovakOffset(now),
    Dic: dicOf(cfg.Cmp.TaxId),
  };
  const asking = { what: 'Location' as const, certificate, test: ENVIRONMENT.isTest(context), count: 1 };
  const answer = await ask({ ...asking, signal: AbortSignal.timeout(PATIENCE_MS) }, context, (header) =>
    locationMessage(header, data, place),
  );
  if ('unreachable' in answer) return refuse('', 'error.noAnswer', { text: answer.unreachable });
  if ('refused' in answer) {
    const { code, text } = answer.refused;
    return refuse('', 'error.refused', { text: `${code} ${text}` });
  }
  yield note('place-told', { Place: JSON.stringify(place) });
  return DONE;
}
