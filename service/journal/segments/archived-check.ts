/**
 * Holds the compressed files of a register's archived segments against what the
 * database knows of them, and takes away what an interrupted archiving has left.
 */
import type { Archiver, OnDamaged } from '../archive/archiver.ts';
import { DamagedFileError } from './damaged.ts';
import { segmentName } from './name.ts';

/** What the check is made with. */
export interface ArchivedCheckServices {
  archiver: Pick<Archiver, 'check' | 'hasLeftovers' | 'removeLeftovers'>;
  onDamaged: OnDamaged;
  /** Told when a file is found not to be as it should be, and why; and with null when it is again. */
  onArchivedChanged(rn: string, file: string, reason: string | null): void;
}

/** The check of one register, a segment at a time. */
export class ArchivedCheck {
  private readonly rn: string;
  private readonly services: ArchivedCheckServices;
  private readonly unchecked: number[];
  private readonly bad = new Set<number>();

  /** @param count number of archived segments; those that are archived later are checked by that */
  constructor(rn: string, count: number, services: ArchivedCheckServices) {
    this.rn = rn;
    this.services = services;
    this.unchecked = Array.from({ length: count }, (_, n) => n);
  }

  /** Names of the files that are missing or are not as they should be. */
  get damaged(): string[] {
    return [...this.bad].sort((a, b) => a - b).map(fileOf);
  }

  /**
   * Has a segment checked with the next step.
   * @returns false when its file is known to be damaged
   */
  suspect(segment: number): boolean {
    if (this.bad.has(segment)) return false;
    if (!this.unchecked.includes(segment)) this.unchecked.push(segment);
    return true;
  }

  /** Checks one segment, the newest first; when all are checked, those that were damaged again. */
  async step(): Promise<'unchecked' | 'nothing'> {
    if (this.unchecked.length === 0) this.unchecked.push(...this.bad);
    const segment = this.unchecked.pop();
    if (segment === undefined) return 'nothing';
    try {
      await this.check(segment);
    } catch (error) {
      this.unchecked.push(segment);
      throw error;
    }
    return this.unchecked.length > 0 ? 'unchecked' : 'nothing';
  }

  private async check(segment: number): Promise<void> {
    const { rn, services } = this;
    const { archiver } = services;
    try {
      await archiver.check(rn, segment, services.onDamaged);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      if (!this.bad.has(segment)) services.onArchivedChanged(rn, fileOf(segment), error.message);
      this.bad.add(segment);
      return;
    }
    if (this.bad.delete(segment)) services.onArchivedChanged(rn, fileOf(segment), null);
    if (!(await archiver.hasLeftovers(rn, segment))) return;
    const steps = archiver.removeLeftovers(rn, segment, services.onDamaged);
    while ((await steps.next()).done !== true);
  }
}

function fileOf(segment: number): string {
  return `${segmentName(segment)}.gz`;
}
