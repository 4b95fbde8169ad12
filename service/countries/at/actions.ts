/** What a store manager does on the control page of an Austrian register; bodies and results are in `wire.ts`. */
import { isFarBehind } from '../../clock.ts';
import type { Issue } from '../../receipt/issue.ts';
import { decimalText, readAmount } from '../../receipt/money.ts';
import { isDate } from '../../receipt/time.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { DONE, note, type Action } from '../base/action.ts';
import { refuse, textOf } from './action.ts';
import { aesKeyFrom, aesKeyOf, freshAesKey, setAesKey } from './aes-key.ts';
import { checkedChange } from './checked.ts';
import { settle, start, zeroReceipt } from './due.ts';
import {
  annualReceipts,
  CLOCK_CONFIRMED,
  configuredId,
  kasseOf,
  lastTimes,
  startReceipt,
  withKasse,
} from './kasse.ts';
import type { OwnKind } from './receipt-kind.ts';
import { FINANZ_ONLINE_ACTIONS } from './reports/actions.ts';
import { isTaxedGroup, resetRates, setRate } from './tax-rates.ts';

/** Why nothing can be issued now; null when it can. */
function notInUse(state: State): Outcome | null {
  const kasse = kasseOf(state);
  if (!kasse) return refuse('', 'the register has no start receipt yet');
  return kasse.closed === null ? null : refuse('', 'the register is out of operation');
}

/** A zero receipt that is made on request. */
async function* issueNow(kind: OwnKind): AsyncGenerator<Work, Outcome, void> {
  let reasons: readonly Issue[] = [];
  yield {
    own: kind,
    esr: zeroReceipt(kind),
    due: (state) => kasseOf(state)?.closed === null,
    refused: (issues) => (reasons = issues),
  };
  return reasons.length > 0 ? { issues: [...reasons] } : DONE;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  async *start(_input, state, context) {
    if (kasseOf(state)) return refuse('', 'the register has its start receipt already');
    const issues = yield* start(state, context);
    return issues.length > 0 ? { issues } : DONE;
  },
  async *zero(_input, state, context) {
    const wrong = notInUse(state);
    if (wrong) return wrong;
    yield* settle(state, context);
    return yield* issueNow('zero');
  },
  async *close(input, state, context) {
    const wrong = notInUse(state);
    if (wrong) return wrong;
    const { id } = kasseOf(state)!;
    if (textOf(input, 'registerId') !== id) return refuse('registerId', `must be ${id}`);
    yield* settle(state, context);
    return yield* issueNow('close');
  },
  async *clock(_input, state, { clock, now }) {
    const { entered } = lastTimes(state);
    if (!isFarBehind(clock, entered)) return refuse('', 'the clock is not far behind the last receipt');
    yield {
      event: CLOCK_CONFIRMED,
      details: { Last: entered, Now: now },
      changes: (current) => withKasse({ ...kasseOf(current)!, time: now }),
    };
    return DONE;
  },
  async *'create-key'(_input, state, { cfg, vault }) {
    const id = configuredId(cfg);
    if (id === null || kasseOf(state)) return refuse('', 'the register has its key already');
    const { check } = await freshAesKey(vault, cfg, id);
    yield note('aes-key-created', { RegisterId: id, Check: check });
    return DONE;
  },
  async *'show-key'(_input, state, { cfg, vault }) {
    const id = kasseOf(state)?.id ?? configuredId(cfg);
    const key = id === null ? null : aesKeyOf(vault, cfg, id);
    if (!key || id === null) return refuse('', 'there is no key on this machine');
    yield note('aes-key-shown', { RegisterId: id });
    return { result: { key: key.text, check: key.check } };
  },
  async *'enter-key'(input, state, { cfg, vault }) {
    const kasse = kasseOf(state);
    const key = aesKeyFrom(textOf(input, 'key'));
    const id = kasse?.id ?? configuredId(cfg);
    if (!key || id === null) return refuse('key', 'must be 44 characters of base64');
    if (kasse && key.check !== kasse.keyCheck) {
      return refuse('key', `is not the one with the check value ${kasse.keyCheck}`);
    }
    await setAesKey(vault, cfg, id, key);
    yield note('aes-key-entered', { RegisterId: id, Check: key.check });
    return DONE;
  },
  async *checked(input, state, { now }) {
    const receipt = textOf(input, 'receipt');
    const found = receipt === 'start' ? startReceipt(state) : new Map(annualReceipts(state)).get(receipt);
    if (!found) return refuse('receipt', 'must be start, or the year of an annual receipt');
    yield checkedChange(receipt, now);
    return DONE;
  },
  async *rate(input, _state, { vault, now }) {
    const group = textOf(input, 'group');
    const from = textOf(input, 'from');
    if (!isTaxedGroup(group)) return refuse('group', 'must be a tax group other than the one without tax');
    const read = readAmount(textOf(input, 'rate'), 2);
    if ('error' in read || read.minor <= 0 || read.minor >= 10_000)
      return refuse('rate', 'must be a percentage between 0 and 100');
    if (!isDate(from)) return refuse('from', 'must be a day, YYYY-MM-DD');
    // Receipts of the past were issued with the percentage of then.
    if (from < now.slice(0, 10)) return refuse('from', 'must be today or later');
    const rate = decimalText(textOf(input, 'rate'))!;
    await setRate(vault, { group, rate, from }, now.slice(0, 10));
    yield note('tax-rate', { TaxG: group, Prc: rate, From: from });
    return DONE;
  },
  async *'reset-rates'(_input, _state, { vault, now }) {
    await resetRates(vault, now.slice(0, 10));
    yield note('tax-rates-reset', {});
    return DONE;
  },
  ...FINANZ_ONLINE_ACTIONS,
};

/** {@link Country.act} of Austria. */
export async function* act(
  action: string,
  input: Tree,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const found = Object.hasOwn(ACTIONS, action) ? ACTIONS[action]! : null;
  return found
    ? yield* found(input, state, context)
    : refuse('', `there is no action ${action.slice(0, 40)}`);
}
