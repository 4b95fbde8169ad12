/** What a store manager does on the page of a German register. Bodies are held against the page before (described-page/input.ts). */
import type { Issue } from '../../receipt/issue.ts';
import type { Tree } from '../../receipt/tree.ts';
import { DONE, textOf, type Action } from '../base/action.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { TseCredentials, TseFailure, TseOutcome, Tses, TseUnit } from '../contract/tse.ts';
import type { Outcome, OwnReceipt, Work } from '../contract/work.ts';
import { clientOf } from './client.ts';
import { openPeriod } from './period.ts';
import { ownClosing } from './prepare.ts';
import { abortKnown, sweep } from './sweep.ts';

type Steps = AsyncGenerator<Work, Outcome, void>;
const ADD = 'add-';
/** Fields of credentials among those of a model. */
const CREDENTIALS: ReadonlySet<string> = new Set(['adminPin', 'adminPuk', 'timePin', 'timePuk']);

function refused({ trouble, text }: TseFailure): Outcome {
  return { issues: [pageIssue('', text, words('error.tse', { why: words(`trouble.${trouble}`), text }))] };
}

/** The TSE of a row; the page has shown it, and it may be gone since. */
function unitOf(input: Tree, { tses }: CountryContext): TseUnit | Outcome {
  const unit = tses?.units.find(({ id }) => id === textOf(input, 'id'));
  return unit ?? { issues: [pageIssue('', 'the TSE is gone', words('error.gone'))] };
}

async function* withUnit(
  input: Tree,
  context: CountryContext,
  work: (unit: TseUnit, tses: Tses) => Promise<TseOutcome<unknown>>,
): Steps {
  const unit = unitOf(input, context);
  if (!('id' in unit)) return unit;
  const told = await work(unit, context.tses!);
  return told.outcome === 'done' ? DONE : refused(told.failure);
}

/** A receipt that the register issues by itself. */
async function* issued(make: (tell: (issues: readonly Issue[]) => void) => OwnReceipt): Steps {
  let why: readonly Issue[] = [];
  yield make((issues) => (why = issues));
  const [first] = why;
  return first ? { issues: [pageIssue('', first.text, words('error.receipt', { text: first.text }))] } : DONE;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  look: (input, _state, context) => withUnit(input, context, (unit) => unit.state()),
  'self-test': (input, _state, context) =>
    withUnit(input, context, async (unit) => {
      const told = await unit.selfTest(clientOf(context.cfg));
      return told.outcome === 'done' ? unit.state() : told;
    }),
  'set-up': (input, _state, context) =>
    withUnit(input, context, async (unit, tses) => {
      const client = clientOf(context.cfg);
      const told = await unit.setUp((made) => tses.learn(unit.id, made), client);
      if (told.outcome !== 'done') return told;
      const registered = await unit.registerClient(client);
      return registered.outcome === 'done' ? unit.state() : registered;
    }),
  unblock: (input, _state, context) =>
    withUnit(input, context, async (unit, tses) => {
      const user = textOf(input, 'user') === 'time' ? 'time' : 'admin';
      const [puk, pin] = [textOf(input, 'puk'), textOf(input, 'pin')];
      const given: TseCredentials = {
        ...(puk !== '' && { adminPuk: puk }),
        ...(user === 'time' ? { timePin: pin } : { adminPin: pin }),
      };
      const told = await unit.unblock(user, given);
      // Those that it refused are not kept in place of those that are known.
      if (told.outcome !== 'done') return told;
      await tses.learn(unit.id, { credentials: given, settings: {} });
      return unit.state();
    }),
  async *prefer(input, _state, context) {
    await context.tses?.prefer(textOf(input, 'id'));
    return DONE;
  },
  async *remove(input, state, context) {
    const unit = unitOf(input, context);
    if (!('id' in unit)) return unit;
    const serial = unit.identity?.serial;
    yield* abortKnown(context, (begun) => begun.serial === serial);
    await context.tses!.remove(unit.id);
    const details = { Serial: serial ?? '', Product: unit.product };
    // Exports of the open period still know it.
    yield { event: 'tse-removed', details, changes: () => ({}) };
    return DONE;
  },
  async *lend(input, _state, { tses }) {
    // A password is not trimmed: it is entered on the other tills as it is.
    const password = typeof input.password === 'string' ? input.password : '';
    const isTaken = await tses?.lending?.setPassword(password);
    if (isTaken === true) return DONE;
    return { issues: [pageIssue('password', 'the password cannot be used', words('lend.hint'))] };
  },
  'first-receipt': () =>
    issued((refused) => ({
      ...{ own: 'start', esr: { NFS: 'Inbetriebnahme', Opr: 'Tillmark' } },
      ...{ due: (state: State) => openPeriod(state) === null, refused },
    })),
  async *close(_input, state, context) {
    yield* sweep(context);
    yield* abortKnown(context, () => true);
    return yield* issued((refused) => ownClosing(refused));
  },
};

async function* add(model: string, input: Tree, context: CountryContext): Steps {
  const { tses } = context;
  const known = tses?.models.find(({ name }) => name === model);
  if (!tses || !known) return { issues: [pageIssue('', 'there is no such TSE', words('error.gone'))] };
  const names = [...known.settings.map(({ name }) => name), ...CREDENTIALS];
  const given = names.map((name) => [name, textOf(input, name)] as const).filter(([, value]) => value !== '');
  const settings = Object.fromEntries(given.filter(([name]) => !CREDENTIALS.has(name)));
  const credentials = Object.fromEntries(given.filter(([name]) => CREDENTIALS.has(name))) as TseCredentials;
  const id = await tses.add(model, settings, credentials);
  const unit = tses.units.find((each) => each.id === id);
  // That it cannot be reached yet is shown beside it.
  await unit?.state();
  yield { event: 'tse-added', details: { Product: known.product, Unit: id }, changes: () => ({}) };
  return DONE;
}

/** {@link CountryPage.act} of Germany. */
export function act(action: string, input: Tree, state: State, context: CountryContext): Steps {
  if (action.startsWith(ADD)) return add(action.slice(ADD.length), input, context);
  return ACTIONS[action]!(input, state, context);
}
