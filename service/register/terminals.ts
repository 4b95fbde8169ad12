/**
 * Which register numbers which terminal. Two registers that numbered the same
 * terminal of a company would give every fiscal number twice.
 */

/** The terminals of all registers, by who registered a transaction of them first. */
export class Terminals {
  private readonly owners = new Map<string, string>();

  /** The register that numbers a terminal, if one does. */
  ownerOf(taxId: string, TL: string, TT: string): string | undefined {
    return this.owners.get(key(taxId, TL, TT));
  }

  /** Makes a register the owner unless there is one; returns who it is. */
  claim(taxId: string, TL: string, TT: string, rn: string): string {
    const owner = this.ownerOf(taxId, TL, TT) ?? rn;
    this.owners.set(key(taxId, TL, TT), owner);
    return owner;
  }
}

/** The series name of some countries joins TL and TT by an underscore, so `1_2` and `3` meet `1` and `2_3`; some ignore case. */
function key(taxId: string, TL: string, TT: string): string {
  return `${taxId.replace(/\s+/g, '')} ${TL}_${TT}`.toUpperCase();
}
