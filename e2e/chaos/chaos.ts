/** Registers and portal as real processes, the line between them, and everything that can happen to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { noFaults } from '../torture/faults/control.ts';
import { streamOf } from '../torture/sales.ts';
import { type Tally, Violation } from '../torture/tally.ts';
import { archiveLines, firstDifference, journalLines } from './lines.ts';
import { BadLine } from './line.ts';
import { type ListedRegister, PortalProcess } from './portal.ts';
import { ChaosShop } from './shop.ts';

/** What happens in a round, on top of a bad line. */
export const EVENTS = [
  'nothing else',
  'portal killed',
  'disk of the portal full',
  'clock of the portal jumps',
  'clock of the registers jumps',
  'registers killed',
  'portal put back',
  'registers put back, noticed',
  'registers put back, unnoticed',
] as const;
export type Event = (typeof EVENTS)[number];

/** Events that need the file layer of e2e/torture/faults. */
export const NEED_FAULTS: readonly Event[] = [
  'disk of the portal full',
  'clock of the portal jumps',
  'clock of the registers jumps',
];

/** How much, and how long. */
export interface ChaosOptions {
  /** One after the other. */
  events: readonly Event[];
  registers: number;
  seed: number;
  /** An empty folder, absolute and without links. */
  folder: string;
  /** The compiled shim; empty: no events of {@link NEED_FAULTS}. */
  library: string;
  /** Selling before and after each event takes up to this long, ms. */
  sellMs: number;
  /** How long a request may hang in the line, ms. */
  hangMs: number;
  tally: Tally;
  onProgress: (text: string) => void;
}

/** Everything must be the same on both sides within this time after the line is good again. */
const SETTLED_WITHIN_MS = 120_000;
/** Between two reasons for the registers to try again what was put off. */
const NUDGE_MS = 3000;

/** Sells through all events. What it finds is in the tally. */
export async function chaos(options: ChaosOptions): Promise<void> {
  const { tally, onProgress, events } = options;
  const run = new Chaos(options);
  try {
    await tally.watch(() => run.begin());
    for (const [n, event] of events.entries()) {
      if (!tally.isClean) return;
      const before = tally.violations.length;
      await tally.watch(() => run.round(event, n));
      for (let i = before; i < tally.violations.length; i++) tally.violations[i] += ` [${n + 1} ${event}]`;
      tally.count(event);
      onProgress(`${n + 1} of ${events.length}: ${event}`);
    }
    if (tally.isClean) await tally.watch(() => run.audit());
  } finally {
    await run.close();
  }
}

class Chaos {
  private readonly options: ChaosOptions;
  private readonly portal: PortalProcess;
  private readonly shop: ChaosShop;
  private line!: BadLine;
  /** Journals that were put back, by register: the archive may have them as far as they were handed in. */
  private readonly former = new Map<string, string[][]>();

  constructor(options: ChaosOptions) {
    this.options = options;
    const { folder, library, seed } = options;
    this.portal = new PortalProcess(folder, library, streamOf(seed, 'disk'));
    this.shop = new ChaosShop(options);
  }

  async begin(): Promise<void> {
    const { hangMs, tally, seed } = this.options;
    this.line = await BadLine.open({ hangMs, tally, random: streamOf(seed, 'line') });
    this.line.target = await this.portal.start();
    await this.shop.start();
    await this.shop.connect(this.line.url, await this.portal.badge());
  }

  async round(event: Event, number: number): Promise<void> {
    const { seed, sellMs } = this.options;
    const random = streamOf(seed, event, number);
    const sells = () => sleep(sellMs * (0.3 + 0.7 * random()));
    this.line.isBad = true;
    this.shop.open();
    await this.shop.nudge();
    await sells();
    await this.happen(event, random);
    await sells();
    await this.settle();
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.line?.close();
    await this.portal.close();
  }

  /** The portal's own audit has nothing to say of any register. */
  async audit(): Promise<void> {
    const { tally } = this.options;
    for (const { registerId, registerNumber, nextSq } of await this.portal.registers()) {
      const [first] = await this.portal.findings(registerId);
      if (first) throw new Violation(`${registerNumber} (${registerId}) SQ ${first.sq}: ${first.text}`);
      tally.count('registers audited');
      tally.count('records in the archive', nextSq - 1);
    }
  }

  private async happen(event: Event, random: () => number): Promise<void> {
    const { portal, shop } = this;
    switch (event) {
      case 'nothing else':
        return;
      case 'portal killed':
        await portal.kill();
        this.line.target = null;
        await sleep(random() * 1000);
        this.line.target = await portal.start();
        return;
      case 'disk of the portal full':
        portal.disk!.control.faults = { ...noFaults, space: Math.floor(random() * 50_000) };
        await sleep(500 + random() * 1500);
        portal.disk!.control.faults = noFaults;
        return;
      case 'clock of the portal jumps':
        portal.disk!.control.clockOffset += (random() - 0.5) * 60 * 3_600_000;
        return;
      case 'clock of the registers jumps':
        shop.jump(random() * 8);
        return;
      case 'registers killed':
        await shop.end('killed');
        await shop.start();
        shop.open();
        return;
      case 'portal put back':
        await this.stopPortal();
        portal.copy();
        this.line.target = await portal.start();
        await this.handsIn();
        this.line.isBad = true;
        await this.stopPortal();
        portal.putBack();
        this.line.target = await portal.start();
        return;
      case 'registers put back, noticed':
      case 'registers put back, unnoticed':
        return this.putBackRegisters(event === 'registers put back, noticed');
    }
  }

  private async putBackRegisters(isNoticed: boolean): Promise<void> {
    const { shop } = this;
    await shop.end('stopped');
    shop.copy();
    const copied = journalLines(shop.database);
    await shop.start();
    shop.open();
    await this.handsIn((rn) => copied.get(rn)?.length ?? 0);
    await shop.end('stopped');
    for (const [rn, lines] of journalLines(shop.database))
      this.former.set(rn, [...(this.former.get(rn) ?? []), lines]);
    shop.putBack(isNoticed);
    await shop.start();
    const problems = await shop.problems(shop.names[0]!);
    const isStopped = problems.some(({ code }) => code === 'DATABASE_OLDER');
    if (isStopped !== isNoticed)
      throw new Violation(`older data are ${isStopped ? '' : 'not '}noticed: ${JSON.stringify(problems)}`);
    if (isStopped) await shop.act('/control/journal/confirm');
    this.line.isBad = true;
    shop.open();
    await shop.nudge();
  }

  private async stopPortal(): Promise<void> {
    await this.portal.kill();
    this.line.target = null;
  }

  /**
   * Over a good line, until all registers have handed in something new.
   * @param least so many records of a register are not new, however many the portal has yet
   */
  private async handsIn(least: (rn: string) => number = () => 0): Promise<void> {
    this.line.mend();
    const had = new Map(
      (await this.portal.registers()).map(({ registerId, nextSq }) => [registerId, nextSq]),
    );
    await this.until('all registers hand in records', async () => {
      const now = newest(await this.portal.registers());
      return [...now].every(
        ([rn, { registerId, nextSq }]) => nextSq > Math.max(had.get(registerId) ?? 1, least(rn) + 1) + 2,
      );
    });
  }

  /** Ends selling and waits until both sides have the same, or a person is told and begins anew. */
  private async settle(): Promise<void> {
    await this.shop.shut();
    this.line.mend();
    let why = '';
    await this.until(
      () => why,
      async () => {
        for (const rn of this.shop.names) await this.beginAnew(rn);
        why = await this.difference();
        return why === '';
      },
    );
    await this.checkFormer();
  }

  /** Asks until something is so, and gives the registers reasons to try what they have put off. */
  private async until(what: string | (() => string), isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    let nudged = 0;
    for (;;) {
      if (!this.options.tally.isClean) return;
      if (Date.now() - nudged > NUDGE_MS) {
        await this.shop.nudge();
        nudged = Date.now();
      }
      if (await isSo()) return;
      if (Date.now() > deadline)
        throw new Violation(
          `not after ${SETTLED_WITHIN_MS / 1000} s: ${typeof what === 'string' ? what : what()}`,
        );
      await sleep(200);
    }
  }

  /** Where a register says that it differs: it must name the right record, on both sides. Then it begins anew. */
  private async beginAnew(rn: string): Promise<void> {
    const conflict = (await this.shop.problems(rn)).find(({ code }) => code === 'RECORDER_CONFLICT');
    if (!conflict) return;
    const register = newest(await this.portal.registers()).get(rn)!;
    const there = archiveLines(this.portal.database).get(register.registerId)!;
    const here = journalLines(this.shop.database).get(rn)!;
    const first = firstDifference(here, there) + 1;
    const { sq, records } = conflict.params ?? {};
    if (sq !== first || records !== there.length - first + 1)
      throw new Violation(
        `${rn} differs from SQ ${first} on by ${there.length - first + 1} records, and says ${JSON.stringify(conflict.params)}`,
      );
    await this.until(`the portal tells people that ${rn} differs`, async () => {
      const { problems } = (await this.portal.registers()).find(
        ({ registerId }) => registerId === register.registerId,
      )!;
      return problems.some(({ code }) => code === 'RECORDER_CONFLICT' || code === 'ARCHIVE_CONFLICT');
    });
    await this.shop.act(`/control/recorder/row?RN=${rn}`);
    this.options.tally.count('registers begun anew');
  }

  /** Why journal and archive are not the same; empty when they are. */
  private async difference(): Promise<string> {
    const registers = newest(await this.portal.registers());
    const archive = archiveLines(this.portal.database);
    const journal = journalLines(this.shop.database);
    for (const rn of this.shop.names) {
      const problem = (await this.shop.problems(rn)).find(({ code }) => code.startsWith('RECORDER_'));
      if (problem) return `${rn}: ${JSON.stringify(problem)}`;
      const register = registers.get(rn);
      if (!register) return `${rn} is not at the portal`;
      const here = journal.get(rn)!;
      const there = archive.get(register.registerId)!;
      const first = firstDifference(here, there);
      if (first < Math.max(here.length, there.length))
        return `${rn} has ${here.length} records, the portal ${there.length}, and SQ ${first + 1} is not the same`;
    }
    return '';
  }

  /** What the archive had of registers that were put back is there as it was, and what both have counts once. */
  private async checkFormer(): Promise<void> {
    const registers = await this.portal.registers();
    const archive = archiveLines(this.portal.database);
    const journal = journalLines(this.shop.database);
    const byId = new Map(registers.map((register) => [register.registerId, register]));
    for (const { registerId, registerNumber: rn, follows } of registers) {
      const lines = archive.get(registerId)!;
      const known = [...(this.former.get(rn) ?? []), journal.get(rn)!];
      if (!known.some((one) => firstDifference(one, lines) === lines.length))
        throw new Violation(`the archive of ${rn} (${registerId}) is what no journal ever was`);
      if (!follows) continue;
      const before: string[][] = [];
      for (let id: number | undefined = follows.registerId; id !== undefined;) {
        before.push(archive.get(id)!);
        id = byId.get(id)?.follows?.registerId;
      }
      const own = lines.findIndex((line, i) => before.every((other) => other[i] !== line));
      const expected = own === -1 ? lines.length + 1 : own + 1;
      if (follows.fromSq !== expected)
        throw new Violation(`${rn} (${registerId}) counts from SQ ${follows.fromSq}, not from ${expected}`);
    }
  }
}

/** The register that goes on, of each name. */
function newest(registers: readonly ListedRegister[]): Map<string, ListedRegister> {
  return new Map(registers.map((register) => [register.registerNumber, register]));
}
