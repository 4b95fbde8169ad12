/**
 * Which register numbers which terminal. Two registers that numbered the same
 * terminal of a company would give every fiscal number twice.
 */

/**
 * The terminals of all registers, by who registered a transaction of them first.
 * A terminal is known by what its country makes numbers of ({@link Country.numbering}).
 */
export class Terminals {
  private readonly owners = new Map<string, string>();

  /** The register that numbers a terminal, if one does. */
  ownerOf(taxId: string, numbering: string): string | undefined {
    return this.owners.get(key(taxId, numbering));
  }

  /** Makes a register the owner unless there is one; returns who it is. */
  claim(taxId: string, numbering: string, rn: string): string {
    const owner = this.ownerOf(taxId, numbering) ?? rn;
    this.owners.set(key(taxId, numbering), owner);
    return owner;
  }
}

function key(taxId: string, numbering: string): string {
  return `${taxId.replace(/\s+/g, '').toUpperCase()} ${numbering}`;
}
