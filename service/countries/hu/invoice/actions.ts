/** What a manager does about telling NAV of invoices. */
import { DONE, note, PATIENCE_MS, refuse, textOf, type Action } from '../../base/action.ts';
import { readTaxNumber } from '../customer.ts';
import { ANNULMENT_ACTIONS } from './annulment.ts';
import { exchangeToken } from './exchange.ts';
import { ENVIRONMENT, keepLogin, loginOf } from './login.ts';

/** Login, its test, and sending now. */
export const INVOICE_ACTIONS: Readonly<Record<string, Action>> = {
  ...ANNULMENT_ACTIONS,
  async *'nav-login'(input, _state, context) {
    const [user, password] = [textOf(input, 'user'), textOf(input, 'password')];
    const [signKey, exchangeKey] = [textOf(input, 'signKey'), textOf(input, 'exchangeKey')];
    if (!/^[\x21-\x7E]{16}$/.test(exchangeKey)) return refuse('exchangeKey', 'nav.exchangeKeyRule');
    await keepLogin(context, context.cfg, { user, password, signKey, exchangeKey });
    yield note('nav-login-entered', { User: user });
    return DONE;
  },
  async *'forget-nav'(_input, _state, context) {
    await keepLogin(context, context.cfg, null);
    yield note('nav-login-removed', {});
    return DONE;
  },
  async *send(_input, _state, { deliverNow, deliveries }) {
    await deliverNow?.();
    const failure = deliveries?.().failure ?? null;
    return failure ? refuse('', 'error.noAnswer', { text: failure.text }) : DONE;
  },
  async *echo(_input, _state, context) {
    const login = loginOf(context, context.cfg);
    if (!login) return refuse('', 'error.noLogin');
    const asking = {
      ...{ login, test: ENVIRONMENT.isTest(context), signal: AbortSignal.timeout(PATIENCE_MS) },
      taxpayerId: readTaxNumber(context.cfg.Cmp.TaxId)?.taxpayerId ?? '',
    };
    const told = await exchangeToken(asking, context);
    if ('answer' in told) return DONE;
    if ('unreachable' in told) return refuse('', 'error.noAnswer', { text: told.unreachable });
    return refuse('', 'error.navRefused', { text: `${told.refused.code} ${told.refused.text}` });
  },
};
