/**
 * Which register numbers which terminal. Two registers that numbered the same
 * terminal of a company would give every fiscal number twice.
 */
import { countryOf } from '../../countries/list.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { canonicalTaxId } from '../../receipt/tax-id.ts';

/** A terminal of a company: whose configuration, location, number. */
export interface CompanyTerminal {
  cfg: Pick<Cfg, 'Cmp'>;
  TL: string;
  TT: string;
}

/**
 * The terminals of all registers, by who registered a transaction of them first.
 * A terminal is known by what its country makes numbers of ({@link Country.numbering}).
 */
export class Terminals {
  private readonly owners = new Map<string, string>();

  /** The register that numbers a terminal, if one does. */
  ownerOf(terminal: CompanyTerminal): string | undefined {
    return this.owners.get(key(terminal));
  }

  /** Makes a register the owner unless there is one; returns who it is. */
  claim(terminal: CompanyTerminal, rn: string): string {
    const owner = this.ownerOf(terminal) ?? rn;
    this.owners.set(key(terminal), owner);
    return owner;
  }

  /** The register that claimed a terminal has numbered nothing of it. */
  release(terminal: CompanyTerminal): void {
    this.owners.delete(key(terminal));
  }
}

function key({ cfg: { Cmp }, TL, TT }: CompanyTerminal): string {
  const numbering = countryOf(Cmp.Ctry).numbering?.(TL, TT) ?? JSON.stringify([TL, TT]);
  return `${canonicalTaxId(Cmp.TaxId, Cmp.Ctry)} ${numbering}`;
}
