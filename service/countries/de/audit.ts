/**
 * The audit of a German register: every process has a signature that fits, or says why it has
 * none; what was signed is what was sold; closings have gapless numbers.
 */
import type { KeyObject } from 'node:crypto';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import type { State } from '../contract/state.ts';
import type { TseIdentity } from '../contract/tse.ts';
import { keptOf, type KeptClosing, type KeptProcess, type KeptSignature } from './kept.ts';
import { processOf } from './kind.ts';
import { qrCode } from './qr.ts';
import { isWhatWasSigned } from './receipt-fits.ts';
import { RESTORED_NAME, RESTORED_OWN } from './restored.ts';
import { isSignedBy } from './signature.ts';
import { known, tseName } from './tse-name.ts';

/** {@link Country.audit} of Germany. */
export function audit(): Auditor {
  return new GermanAudit();
}

class GermanAudit implements Auditor {
  private signed = 0;
  private failed = 0;
  private closings = 0;
  private lastZ: number | null = null;
  /** Receipts that the TSE was asked for, and whose outcome no record has yet. */
  private asked = 0;
  /** Transactions by TSE. */
  private readonly seen = new Map<string, Set<number>>();
  /** Signatures whose TSE is known once its period is closed, or at the end. */
  private readonly unchecked: { sq: number; process: KeptProcess; code: string | undefined }[] = [];
  private readonly keys = new Map<string, readonly KeyObject[]>();

  take(record: JournalRecord): Finding[] {
    const { SQ: sq, ESR, Fis, _: type } = record;
    const { Process, Closing } = keptOf(record);
    const texts = [...this.heard(record), ...(Process ? this.process(Process) : [])];
    const told = type === 'Tra' && ESR ? processOf(ESR as CompleteEsr) : null;
    if (told && !Process) texts.push('has no process of a TSE');
    if (told && Process && !isWhatWasSigned(told, Process))
      texts.push('what was signed is not what the receipt says');
    const { TID } = Fis ?? {};
    if (type === 'Tra' && Process?.Tse && TID !== Process.Tse.TID)
      texts.push(`its transaction is ${String(Process.Tse.TID)}, and it was told another one`);
    if (Process?.BonName === RESTORED_NAME && record.Own !== RESTORED_OWN)
      texts.push('tells of a restore, and the register has not issued it');
    if (Process?.Tse) this.unchecked.push({ sq, process: Process, code: Fis?.Code });
    if (Closing) texts.push(...this.closing(Closing));
    return [
      ...texts.map((text) => ({ sq, text })),
      ...(Closing ? this.check((name) => Closing.identities[name]) : []),
    ];
  }

  end(state: State): Finding[] {
    return this.check((name) => known(name, state) ?? undefined);
  }

  summary(): string {
    return `${this.signed} processes signed by ${this.seen.size} TSEs, ${this.failed} without a TSE, ${this.closings} closings`;
  }

  private heard(record: JournalRecord): string[] {
    const { _: type, Event, NextClosing, Receipts } = record;
    // After a restore numbers that may have been given are left out.
    const isRestored =
      type === 'log' && typeof NextClosing === 'string' && Number(NextClosing) > (this.lastZ ?? 0);
    if (isRestored) this.lastZ = Number(NextClosing) - 1;
    const isMissing = Event === 'device-asked' && this.asked > 0;
    if (Event === 'device-asked') this.asked = typeof Receipts === 'number' ? Receipts : 1;
    const isTold = type === 'Tra' && keptOf(record).Process !== undefined;
    if (isTold || Event === 'device-not-done') this.asked = Math.max(0, this.asked - 1);
    return isMissing ? ['what became of the receipt that the TSE was asked for before is missing'] : [];
  }

  private process({ Tse, Failure, Z }: KeptProcess): string[] {
    const wrong: string[] = [];
    const open = (this.lastZ ?? Z - 1) + 1;
    this.lastZ ??= Z - 1;
    if (Z !== open) wrong.push(`belongs to closing ${Z}, and ${open} is the next one`);
    if (!Tse) {
      this.failed++;
      if (Failure === undefined) wrong.push('has neither a signature nor a reason why');
      return wrong;
    }
    this.signed++;
    const seen = this.seen.get(Tse.Serial) ?? new Set();
    this.seen.set(Tse.Serial, seen);
    if (seen.has(Tse.TID)) wrong.push(`transaction ${Tse.TID} is that of another record, too`);
    seen.add(Tse.TID);
    return wrong;
  }

  private closing({ Nr }: KeptClosing): string[] {
    const expected = (this.lastZ ?? Nr - 1) + 1;
    this.lastZ = Nr;
    this.closings++;
    return Nr === expected ? [] : [`is closing ${Nr}, and ${expected} is the next one`];
  }

  /** Checks what has waited for the key of its TSE. */
  private check(identityOf: (name: string) => TseIdentity | undefined): Finding[] {
    const found: Finding[] = [];
    for (const { sq, process, code } of this.unchecked.splice(0)) {
      const identity = identityOf(tseName(process.Tse!));
      if (code !== undefined && identity && code !== qrCode(process, identity))
        found.push({ sq, text: 'its printed code is not that of its process' });
      const text = this.signature(process, process.Tse!, identity);
      if (text !== null) found.push({ sq, text });
    }
    return found;
  }

  private signature(
    process: KeptProcess,
    tse: KeptSignature,
    identity: TseIdentity | undefined,
  ): string | null {
    if (!identity) return `nobody knows the TSE ${tse.Serial}`;
    return isSignedBy(process, tse, identity, this.keys) ? null : 'its signature is not that of its TSE';
  }
}
