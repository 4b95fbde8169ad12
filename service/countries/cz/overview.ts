/** What the page of a Czech register shows and lets a manager do, and what its register should be looked after for. */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { Problem } from '../../wire.ts';
import { acting, DONE, refuse, type Action } from '../base/action.ts';
import { onlineActions } from '../base/online/actions.ts';
import { trustingPageInput, trustProblems } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { CERTIFICATES, ENVIRONMENT } from './credentials.ts';
import { withPragueOffset } from './eet.ts';
import { ask } from './exchange.ts';
import { czechiaPage } from './page.ts';
import { pkpOf } from './pkp.ts';
import type { CzReceipt } from './receipt-data.ts';
import { isRenewedInTime, renew, renewalFacts } from './renewal.ts';
import { taxNumberOf } from './tax-number.ts';
import { BEGIN_OF_4, eetVersion } from './version.ts';

/** Day from which it is asked whether EET 2.0 shall be switched on: since then the authority assigns units and issues certificates. */
const ASKED_FROM = '2026-11-01';

/** {@link CountryPage.page} of Czechia. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg, now } = context;
  const { TL, TT } = configuredTerminal(cfg);
  return czechiaPage({
    ...trustingPageInput(ENVIRONMENT, CERTIFICATES.of(context, cfg), context),
    version: eetVersion(context.attributes(), now.slice(0, 10)),
    unit: context.attributes().text('CZ_id_provoz') ?? '',
    till: `${TL}/${TT}`,
    renewal: renewalFacts(context),
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Czechia. */
export function problems(_state: State, context: CountryContext): Problem[] {
  const { cfg, now } = context;
  const today = now.slice(0, 10);
  if (eetVersion(context.attributes(), today) === null) {
    const isAsked = context.attributes().text('CZ_EET') === undefined && today >= ASKED_FROM;
    return isAsked ? [{ code: 'CZ_OFF', severity: 'warning', params: { date: BEGIN_OF_4 } }] : [];
  }
  return trustProblems('CZ', ENVIRONMENT, CERTIFICATES.of(context, cfg), context).filter(
    ({ code, params }) => code !== 'CZ_CERTIFICATE_ENDS' || !isRenewedInTime(Number(params?.days), context),
  );
}

const ONLINE = onlineActions({
  country: 'CZ',
  certificates: CERTIFICATES,
  // A sale that is only checked: the answer is the error 0.
  echo: async (certificate, context, signal) => {
    const { cfg, now } = context;
    const version = eetVersion(context.attributes(), now.slice(0, 10)) ?? 4;
    const { TL, TT } = configuredTerminal(cfg);
    const sale: CzReceipt = {
      ...{
        version,
        taxNumber: taxNumberOf(cfg.Cmp.TaxId),
        unit: context.attributes().text('CZ_id_provoz') ?? '1',
      },
      ...{ till: `${TL}/${TT}`, number: '0', time: withPragueOffset(now), total: 0, pkp: '' },
      ...{ taxes: new Map(), used: new Map(), vouchersSold: null, vouchersTaken: null },
      ...{ principal: null, several: false, travel: null, simplified: false },
    };
    const receipt = version === 3 ? { ...sale, pkp: pkpOf(sale, certificate.key) } : sale;
    const asking = { certificate, test: ENVIRONMENT.isTest(context), late: false, check: true, signal };
    const answer = await ask(receipt, asking, context);
    if ('unreachable' in answer) return answer.unreachable;
    if ('code' in answer) return 'it recorded what was only to be checked';
    return answer.refused.code === 0 ? null : `${answer.refused.code} ${answer.refused.text}`;
  },
});

const ACTIONS: Readonly<Record<string, Action>> = {
  ...ONLINE,
  async *renew(_input, _state, context) {
    const failure = yield* renew(context, true);
    return failure === null ? DONE : refuse('', 'error.renewal', { text: failure });
  },
};

/** {@link Country.background} of Czechia: the certificate that ends. */
export function background(_state: State, context: CountryContext): AsyncIterable<Work> {
  return renew(context);
}

/** {@link Country.act} of Czechia. */
export const act = acting(ACTIONS);
