/**
 * Folders of registers. Mostly the register's name; but names that differ in
 * upper and lower case alone, that Windows keeps for its devices or that are
 * longer than a file name may be need folders of their own, on all systems
 * alike: a data root may be copied to another one.
 */
import { createHash } from 'node:crypto';
import { normalForm } from '../../normal-form.ts';

/** Names of devices under Windows, with whatever ending. */
const RESERVED = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(\.|$)/i;
/** Bytes in UTF-8; file systems take 255, and some endings are still to come. */
const LONGEST = 200;
/** Letters that are kept of a name that is too long. */
const KEPT = 40;

/** Gives each register its folder; the order of asking decides between names that clash. */
export class FolderNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Map<string, number>();

  /** True when a register has its folder. */
  knows(rn: string): boolean {
    return this.names.has(rn);
  }

  /** The folder of a register, the same at every call. */
  of(rn: string): string {
    let name = this.names.get(rn);
    if (name === undefined) {
      const folded = foldedName(rn);
      const nth = (this.taken.get(folded) ?? 0) + 1;
      this.taken.set(folded, nth);
      name = folderName(rn, nth);
      this.names.set(rn, name);
    }
    return name;
  }
}

/** What names have in common that some file systems take for the same. */
function foldedName(rn: string): string {
  return normalForm(rn, 'NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Register names begin with a letter or digit; so no other register has a name like these. */
function folderName(rn: string, nth: number): string {
  const plain = Buffer.byteLength(rn) <= LONGEST;
  if (plain && nth === 1 && !RESERVED.test(rn)) return rn;
  if (plain) return `_${nth}_${rn}`;
  const digest = createHash('sha256').update(rn).digest('hex').slice(0, 16);
  return `_${nth}_${[...rn].slice(0, KEPT).join('')}_${digest}`;
}
