/** Whoever needs the same new series at the same moment: the authority is asked for it once. */
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import { countryServices } from '../../testing/country-services.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { runs } from '../../testing/runs.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import type { CountryContext } from '../contract/services.ts';
import type { StateChange } from '../contract/work.ts';
import type { Registration } from './authority/messages.ts';
import { openSeries, type Opened } from './opening.ts';
import { allSeries, seriesOf } from './series.ts';
import { LIVE_KEY } from './testing/till.ts';

/** The authority: what it has registered, and how it answers. */
const authority = {
  codes: new Map<string, { code: string; day: string }>(),
  asked: [] as string[],
  /** Lets an answer wait for its turn. */
  wait: (_what: string): Promise<unknown> => Promise.resolve(),
  /** Answers that get lost. */
  lost: 0,
};

vi.mock(import('./access.ts'), async (original) => ({
  ...(await original()),
  modeOf: () => 'live' as const,
  accessTo: () => ({}) as never,
}));
vi.mock(import('./authority/client.ts'), async (original) => ({
  ...(await original()),
  async registerSeries(_access, { documentType, series, since }: Registration) {
    const id = `${documentType} ${series}`;
    await authority.wait(`request ${id}`);
    authority.asked.push(id);
    const known = authority.codes.get(id);
    const code = known?.code ?? `CODE${String(authority.codes.size + 1).padStart(4, '0')}`;
    if (!known) authority.codes.set(id, { code, day: '2026-05-04' });
    const isLost = authority.lost > 0 && authority.lost-- > 0;
    await authority.wait(`answer ${id}`);
    if (isLost) return { unreachable: 'broken off' };
    const isOurs = !known || (since !== null && known.day >= since);
    return isOurs ? { ok: { code } } : { refused: { code: 4001, text: 'registered already' } };
  },
}));

beforeEach(() => {
  authority.codes.clear();
  authority.asked = [];
  authority.lost = 0;
});

/** A register's state and its turns: a sale has one as a whole, all others one for each state change. */
class TestRegister {
  readonly state = new Map<string, Json>();
  readonly events: string[] = [];
  readonly context: CountryContext = {
    ...countryServices(new ManualClock()),
    key: () => LIVE_KEY,
    cfg: PORTUGAL,
    now: '2026-05-04T12:00:00',
  };
  private turn: Promise<unknown> = Promise.resolve();
  private readonly scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    this.scheduler = scheduler;
    authority.wait = (what) => scheduler.schedule(Promise.resolve(), what);
  }

  private take<T>(step: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(step);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async write(stateChange: StateChange): Promise<void> {
    const changes = stateChange.changes(this.state);
    if (changes === null) return;
    this.events.push(`${stateChange.event} ${String((stateChange.details as { Series?: string }).Series)}`);
    for (const [key, value] of Object.entries(changes)) this.state.set(key, value);
    await this.scheduler.schedule(Promise.resolve(), `disk ${stateChange.event}`);
  }

  private async run(
    patience: 'now' | 'sale' | 'background',
    store: (stateChange: StateChange) => Promise<void>,
  ): Promise<Opened> {
    const wanted = { type: 'FR', place: '1_1.26', mark: '', from: '2026-05-04' } as const;
    const stateChanges = openSeries(wanted, this.state, this.context, patience);
    for (;;) {
      const next = await stateChanges.next();
      if (next.done) return next.value;
      await store(next.value);
    }
  }

  open(who: 'now' | 'sale' | 'background'): Promise<Opened> {
    if (who === 'sale') return this.take(() => this.run(who, (stateChange) => this.write(stateChange)));
    return this.run(who, (stateChange) => this.take(() => this.write(stateChange)));
  }
}

const openers = fc.array(fc.constantFrom('now' as const, 'sale' as const, 'background' as const), {
  minLength: 2,
  maxLength: 5,
});

async function opened(scheduler: fc.Scheduler, all: readonly ('now' | 'sale' | 'background')[]) {
  const register = new TestRegister(scheduler);
  const outcomes = Promise.all(
    all.map(async (who, i) => {
      await scheduler.schedule(Promise.resolve(), `begin ${i}`);
      return register.open(who);
    }),
  );
  await scheduler.waitFor(outcomes);
  return { register, outcomes: await outcomes };
}

it('one FR series needed by several in the same second is registered once, whatever comes in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), openers, async (scheduler, all) => {
      authority.codes.clear();
      authority.asked = [];
      const { register, outcomes } = await opened(scheduler, all);
      expect([...authority.codes.keys()]).toEqual(['FR 1_1.26']);
      const { code } = authority.codes.get('FR 1_1.26')!;
      for (const outcome of outcomes) expect(outcome).toMatchObject({ id: 'FR 1_1.26', series: { code } });
      expect(register.events.filter((event) => !event.startsWith('series-opening'))).toEqual([
        'series-opened FR 1_1.26',
      ]);
      expect(
        [...register.state.keys()].filter(
          (key) => key.includes('opening') && register.state.get(key) !== null,
        ),
      ).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

it('a name that is somebody else’s since today is taken over by none of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), openers, async (scheduler, all) => {
      authority.codes.clear();
      authority.codes.set('FR 1_1.26', { code: 'SOMEBODY', day: '2026-05-04' });
      const { register, outcomes } = await opened(scheduler, all);
      expect([...authority.codes.keys()]).toEqual(['FR 1_1.26', 'FR 1_1.26A']);
      const { code } = authority.codes.get('FR 1_1.26A')!;
      for (const outcome of outcomes) expect(outcome).toMatchObject({ id: 'FR 1_1.26A', series: { code } });
      expect(seriesOf(register.state, 'FR 1_1.26')).toMatchObject({ code: '', number: 0, reported: true });
    }),
    { numRuns: runs(300) },
  );
});

it('an answer that was lost leaves no second series behind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      openers,
      fc.integer({ min: 1, max: 2 }),
      async (scheduler, all, lost) => {
        authority.codes.clear();
        authority.lost = lost;
        const { register } = await opened(scheduler, all);
        authority.lost = 0;
        const last = register.open('now');
        await scheduler.waitFor(last);
        expect(await last).toMatchObject({ id: 'FR 1_1.26' });
        expect([...authority.codes.keys()]).toEqual(['FR 1_1.26']);
        expect([...allSeries(register.state)].map(([id]) => id)).toEqual(['FR 1_1.26']);
      },
    ),
    { numRuns: runs(300) },
  );
});
