/** What the page of a Danish register shows and lets a manager do, and what its register should be looked after for. */
import type { X509Certificate } from 'node:crypto';
import { factsOf } from '../../certificates/facts.ts';
import { acting } from '../base/action.ts';
import type { Problem } from '../../wire.ts';
import { grandFrom } from '../base/cash-register/sums.ts';
import { keysOf, keyVersionOf, registerId } from '../base/cash-register/books.ts';
import { chainEnd } from '../base/chain.ts';
import { onlineActions } from '../base/online/actions.ts';
import { certificateProblems, onlinePageInput } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { CERTIFICATES } from './credentials.ts';
import { denmarkPage } from './page.ts';

const KEYS = keysOf('DK');

/** {@link CountryPage.page} of Denmark. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg } = context;
  return denmarkPage({
    ...onlinePageInput(CERTIFICATES.of(context, cfg), false, context),
    register: registerId(state, cfg, KEYS),
    transactions: chainEnd(state, KEYS.chain).number,
    keyVersion: keyVersionOf(state, KEYS),
    grand: grandFrom(state.get(KEYS.grand)),
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Denmark. */
export function problems(_state: State, context: CountryContext): Problem[] {
  const own = CERTIFICATES.of(context, context.cfg);
  const problems = certificateProblems('DK', own, context.now);
  if (own && !isOces(own.certificate)) problems.push({ code: 'DK_CERTIFICATE_ISSUER', severity: 'warning' });
  return problems;
}

/** Whether a certificate says that it is of OCES3: the authority takes no other. */
function isOces(certificate: X509Certificate): boolean {
  return factsOf(certificate).issuer.some(({ value }) => value.includes('Den Danske Stat OCES'));
}

const { certificate, 'forget-certificate': forget } = onlineActions({ certificates: CERTIFICATES });
const ACTIONS = { certificate: certificate!, 'forget-certificate': forget! };

/** {@link Country.act} of Denmark. */
export const act = acting(ACTIONS);
