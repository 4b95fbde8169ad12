/**
 * A long life of a cash register, the same for the same seed: sales, voids,
 * training, zero receipts by month, outages with their collective receipt, and
 * signature units that take turns.
 */
import type { TaxSets } from '../rksv/machine-code.ts';
import type { CounterBytes } from '../rksv/turnover-counter.ts';
import { CashRegister, type Issued, type Order } from './cash-register.ts';
import type { Unit } from './certificates.ts';

/** A register with at least that many receipts, the last one a signed sale. */
export function mixedDep(
  count: number,
  units: readonly Unit[],
  seed = 1,
  bytes: CounterBytes = 8,
): CashRegister {
  const life = new Life(new CashRegister('Filiale-Graz/1', bytes), units, seed);
  life.run(count);
  return life.register;
}

class Life {
  readonly register: CashRegister;
  private readonly units: readonly Unit[];
  private random: number;
  private unit = 0;
  private ms = Date.UTC(2025, 10, 3, 8);
  private outage = false;

  constructor(register: CashRegister, units: readonly Unit[], seed: number) {
    this.register = register;
    this.units = units;
    this.random = seed;
  }

  run(count: number): void {
    this.issue({});
    while (this.register.issued.length < count) this.step();
    if (this.outage) this.restore();
    this.issue({ sets: { normal: 100 } });
  }

  private step(): void {
    const before = this.time();
    this.ms += this.below(5 * 3_600_000);
    if (this.time().slice(0, 7) !== before.slice(0, 7)) this.periodEnd(before.slice(0, 4));
    const choice = this.below(100);
    if (choice < 55) this.issue({ sets: this.sets() });
    else if (choice < 65) this.issue({ sets: this.sets(), kind: 'training' });
    else if (choice < 75) this.issue({ sets: this.sets(), kind: 'void' });
    else if (choice < 82) this.issue({});
    else if (choice < 88) this.unit = this.below(this.units.length);
    else if (this.outage) this.restore();
    else if (choice < 93) this.outage = true;
  }

  /** The monthly receipt; that of the year has to be signed, and may be the collective one as well. */
  private periodEnd(year: string): void {
    if (!this.time().startsWith(year)) this.outage = false;
    this.issue({});
  }

  /** The collective receipt comes first, or behind one that was being sold. */
  private restore(): void {
    const marked = this.register.issued.at(-1)!.signature === null;
    this.outage = false;
    if (marked && this.below(2) === 1) this.issue({ sets: this.sets() });
    this.issue({});
  }

  private issue(order: Omit<Order, 'number' | 'time' | 'unit'>): Issued {
    const number = `2025/${this.register.issued.length + 1}`;
    const unit = this.units[this.unit]!;
    return this.register.issue({ number, time: this.time(), unit, outage: this.outage, ...order });
  }

  private sets(): Partial<TaxSets> {
    const cents = () => this.below(20_000) - 4_000;
    return { normal: cents(), [['reduced1', 'reduced2', 'zero', 'special'][this.below(4)]!]: cents() };
  }

  private time(): string {
    return new Date(this.ms).toISOString().slice(0, 19);
  }

  /** A random whole number below a limit (Park and Miller). */
  private below(limit: number): number {
    this.random = (this.random * 48271) % 2147483647;
    return this.random % limit;
  }
}
