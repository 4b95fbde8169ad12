/**
 * Which program answers for the receipts before the law, and whose key signs
 * them. Decided once, at the start: the profile's attribute Fiscal_ApiKey names
 * a partner, "restart to activate" (doc 2).
 *
 * With a partner, its certified POS software is the program (doc 3, Portugal
 * rule 9, variant A); without one it is Tillmark itself (variant B), with what
 * stands in `resources/producer.json`. Until Tillmark is certified that file
 * holds placeholders: the name of the product, the tax id of nobody
 * (999999990) and certificate 0. Whoever certifies a build puts in its own.
 */
import producer from '../../resources/producer.json' with { type: 'json' };
import type { Log } from '../log.ts';
import type { Attributes } from './attributes.ts';
import type { Keys, StoredKey } from './keys.ts';
import type { Partner } from './partner-package.ts';
import type { Partners } from './partners.ts';

/** Name of the built-in program. */
const PRODUCT = 'Tillmark';

/** The program of the countries' contract. */
export interface ProgramDescription {
  product: string;
  version: string;
  producer: { name: string; taxId: string };
  /** Certificate number of the authority, `0` without one. */
  certificate: string;
}

/** What {@link ProgramChoice} chooses from. */
export interface ProgramSources {
  partners: Partners;
  /** The installation's own keys. */
  keys: Keys;
  /** Version of Tillmark. */
  version: string;
  log: Log;
}

/** The program in force until the service stops. */
export class ProgramChoice {
  private readonly sources: ProgramSources;
  private readonly wanted: string | null;
  /** As of the start. */
  private readonly partner: Partner | null;
  private readonly description: ProgramDescription;

  /** Chooses by the attributes of this moment. An unknown partner is logged, and no receipt can be signed. */
  constructor(attributes: Attributes, sources: ProgramSources) {
    this.sources = sources;
    this.wanted = wantedPartner(attributes);
    this.partner = found(this.wanted, sources.partners);
    const { version } = sources;
    if (this.partner) {
      const { product, producer, certificate } = this.partner;
      this.description = { product, version: this.partner.version ?? version, producer, certificate };
    } else {
      const { name, taxId, certificate } = producer;
      this.description = { product: PRODUCT, version, producer: { name, taxId }, certificate };
    }
    if (this.partnerMissing !== null)
      sources.log.error('Fiscal_ApiKey names a partner that is not there; receipts cannot be signed');
  }

  /** Reference of the partner in force, null for the built-in program. */
  get reference(): string | null {
    return this.partner?.reference ?? null;
  }

  /** What Fiscal_ApiKey named at the start, when no such partner can sign; null when all is well. */
  get partnerMissing(): string | null {
    return this.partner ? null : this.wanted;
  }

  /** The program in force; the built-in one as well when a partner is missing. */
  program(): ProgramDescription {
    return this.description;
  }

  /**
   * The key that signs, null when a partner is missing: a key of anybody else
   * would make receipts that are worth nothing. A newly imported key counts at once.
   */
  key(): StoredKey | null {
    if (this.partner) return this.sources.partners.key(this.partner.reference) ?? null;
    return this.wanted === null ? this.sources.keys.active() : null;
  }

  /** True when a restart would put another program, or another description of it, in force. */
  restartNeeded(attributes: Attributes): boolean {
    const wanted = wantedPartner(attributes);
    return (
      wanted !== this.wanted || described(found(wanted, this.sources.partners)) !== described(this.partner)
    );
  }
}

/** What the attribute names, null when it is not set. */
export function wantedPartner(attributes: Attributes): string | null {
  return attributes.text('Fiscal_ApiKey') || null;
}

function found(reference: string | null, partners: Partners): Partner | null {
  return reference === null ? null : (partners.find(reference) ?? null);
}

/** What of a partner counts only after a restart: all but its key. */
function described(partner: Partner | null): string {
  const { keyVersion: _, serial: __, ...description } = partner ?? {};
  return JSON.stringify(description);
}
