/** What a manager does about FinanzOnline on the control page; bodies and results are in `wire.ts`. */
import { localTime } from '../../../clock.ts';
import type { Tree } from '../../../receipt/tree.ts';
import type { CountryContext } from '../../contract/services.ts';
import { issue } from '../codes.ts';
import { DONE, note, type Action } from '../../base/action.ts';
import { refuse, textOf } from '../action.ts';
import { finanzOnline, forgetFinanzOnline } from '../finanzonline/client.ts';
import { wrongCredentials, type CredentialField } from '../finanzonline/credentials.ts';
import { credentialText } from '../finanzonline/texts.ts';
import { bareTaxId } from '../tax-id.ts';
import { accessOf, accountOf, isHeldBack, modeOf, producerOf, setAccount, type Account } from './account.ts';
import { forgetAll, forgetReport, rememberEntry } from './attempts.ts';
import { dutiesOf } from './duties.ts';
import { doneChange, reportDue } from './report.ts';

/** Actions by name. */
export const FINANZ_ONLINE_ACTIONS: Readonly<Record<string, Action>> = {
  async *'set-login'(input, _state, context) {
    rememberEntry(context, null);
    const before = accountOf(context);
    const account = accountIn(input, before, context);
    const wrong = wrongCredentials(account, { newPin: account.pin !== before?.pin });
    if (wrong.length > 0) return { issues: wrong.map(wrongField) };
    if (input.mode !== account.mode) return refuse('mode', 'must be test or production');
    const access = accessOf(account, context);
    // Nothing but a new login shows that the PIN is right.
    await forgetFinanzOnline(context.memory, access);
    const outcome = await finanzOnline(context.memory, access).login();
    if (!('ok' in outcome)) {
      await forgetFinanzOnline(context.memory, access);
      rememberEntry(context, outcome);
      return 'refused' in outcome
        ? refuse('', `FinanzOnline refuses the login: ${outcome.refused.text} (${outcome.refused.code})`)
        : refuse('', `FinanzOnline was not reached, so that the login is not kept: ${outcome.later.text}`);
    }
    await setAccount(context.vault, context.cfg, account);
    if (before && (before.participant !== account.participant || before.user !== account.user))
      await forgetFinanzOnline(context.memory, accessOf(before, context));
    await forgetAll(context);
    const { participant, user, mode } = account;
    yield note('finanzonline-login', { Participant: participant, User: user, Mode: mode });
    return DONE;
  },
  async *'forget-login'(_input, _state, context) {
    const account = accountOf(context);
    if (!account) return refuse('', 'there is no login');
    await setAccount(context.vault, context.cfg, null);
    await forgetFinanzOnline(context.memory, accessOf(account, context));
    await forgetAll(context);
    yield note('finanzonline-logout', { Participant: account.participant, User: account.user });
    return DONE;
  },
  async *report(_input, state, context) {
    const account = accountOf(context);
    if (!account) return refuse('', 'there is no login for FinanzOnline');
    if (isHeldBack(account, context)) {
      return refuse('', 'a register that only trains is not reported: take Fiscal_Test out of the profile');
    }
    await forgetAll(context);
    finanzOnline(context.memory, accessOf(account, context)).tryAgain();
    yield* reportDue(state, context, true);
    return DONE;
  },
  async *reported(input, state, context) {
    const mode = modeOf(accountOf(context));
    const id = textOf(input, 'report');
    const duty = dutiesOf(state, mode, context).find((d) => d.id === id && d.done === null);
    if (!duty) return refuse('report', 'is none that is still to be made');
    forgetReport(context, id);
    yield doneChange(duty, mode, { at: localTime(context.clock.now()), byHand: true });
    return DONE;
  },
};

/** The login that was entered, completed by what is known already. */
function accountIn(input: Tree, before: Account | null, context: CountryContext): Account {
  const participant = textOf(input, 'participant');
  const user = textOf(input, 'user');
  const pin = typeof input.pin === 'string' ? input.pin : '';
  const isSame = before?.participant === participant && before.user === user;
  const producer = textOf(input, 'producer');
  return {
    ...{ participant, user },
    pin: pin === '' && isSame ? before.pin : pin,
    producer: producer === '' ? (producerOf(context) ?? '') : bareTaxId(producer),
    mode: textOf(input, 'mode') === 'test' ? 'test' : 'production',
  };
}

function wrongField(field: CredentialField) {
  return issue('#ACTION', field, credentialText(field, 'en'));
}
