/** Tax of lines, and the tax table that has each of them once (facts of SAF-T: TaxCode, exemption codes). */
import exemptions from '../../../../resources/tax/pt-exemptions.json' with { type: 'json' };
import { exemptionCode, isZeroRate, NOT_SUBJECT } from '../exemptions.ts';
import type { Position, Tax } from '../../../receipt/tra.ts';
import { classify, type Region, type TaxClass, type TaxTable } from '../taxes.ts';
import { percentText } from './decimals.ts';
import { element, fit, plain } from './text.ts';

/** VAT, stamp duty, not subject to either. */
export type TaxType = 'IVA' | 'IS' | 'NS';

/** Tax of a line. */
export interface LineTax {
  type: TaxType;
  /** `Tax` and, for lines without tax, `TaxExemptionReason` and `TaxExemptionCode`. */
  xml: string;
}

/** Exemption where the receipt names none: not subject to VAT. */
const REASONS: Readonly<Record<string, string>> = exemptions;
/** Characters of a TaxExemptionReason. */
const SHORTEST_REASON = 6;
const LONGEST_REASON = 60;

const DESCRIPTIONS: Readonly<Record<TaxClass, string>> = {
  RED: 'Taxa reduzida',
  INT: 'Taxa interm\u00E9dia',
  NOR: 'Taxa normal',
  OUT: 'Outra taxa',
  ISE: 'Isento',
  NS: 'N\u00E3o sujeito',
  IS: 'Imposto do selo',
};

/** The tax table of a file. */
export class Taxes {
  private readonly groups: TaxTable;
  private readonly entries = new Map<string, string>();
  /** Codes by day, region and group: a receipt has few, a month not many more. */
  private readonly known = new Map<string, LineTax>();

  /** @param groups tax groups of the installation */
  constructor(groups: TaxTable) {
    this.groups = groups;
  }

  /**
   * Tax of a position.
   * @param tax line of the receipt's tax table that the position belongs to
   * @param day of the document
   * @param region of the shop
   */
  of(position: Position, tax: Tax, day: string, region: Region): LineTax {
    const rate = tax.Prc ?? '0';
    return isZeroRate(rate) ? this.exempt(position, region) : this.taxed(position, tax, rate, day, region);
  }

  /** The entries of TaxTable. */
  xml(): string {
    return [...this.entries.values()].join('');
  }

  private taxed(position: Position, tax: Tax, rate: string, day: string, region: Region): LineTax {
    const number = stampDutyNumber(position, tax);
    const key = `${day} ${region} ${rate} ${number} ${plain(tax.PT_Region)} ${plain(tax.PT_TaxCode)} ${tax.TaxG}`;
    const known = this.known.get(key);
    if (known) return known;
    // A percentage that belongs to no group any more is another one.
    const place = classify(tax, day, region, this.groups) ?? { region, class: 'OUT' };
    const type = place.class === 'IS' ? 'IS' : 'IVA';
    const code = place.class === 'IS' ? number || place.class : place.class;
    const xml = this.entry({ type, region: place.region, class: place.class, code }, percentText(rate));
    const result: LineTax = { type, xml };
    this.known.set(key, result);
    return result;
  }

  private exempt(position: Position, region: Region): LineTax {
    const code = exemptionCode(position);
    const sent = plain(position.PT_TaxExemptionReason);
    const key = `${region} ${code} ${sent}`;
    const known = this.known.get(key);
    if (known) return known;
    const type = code === NOT_SUBJECT ? 'NS' : 'IVA';
    const taxClass = code === NOT_SUBJECT ? 'NS' : 'ISE';
    const tax = this.entry({ type, region, class: taxClass, code: taxClass }, '0.00');
    const reason = element('TaxExemptionReason', exemptionReason(code, sent));
    const result: LineTax = { type, xml: `${tax}${reason}${element('TaxExemptionCode', code)}` };
    this.known.set(key, result);
    return result;
  }

  /** Makes sure that the table has an entry; returns the `Tax` of a line that belongs to it. */
  private entry(kind: Kind, percentage: string): string {
    const head = [
      element('TaxType', kind.type),
      element('TaxCountryRegion', kind.region),
      element('TaxCode', fit(kind.code, 10)),
    ].join('');
    const tail = `<TaxPercentage>${percentage}</TaxPercentage>`;
    const description = `<Description>${DESCRIPTIONS[kind.class]}</Description>`;
    this.entries.set(`${head}${tail}`, `<TaxTableEntry>${head}${description}${tail}</TaxTableEntry>\n`);
    return `<Tax>${head}${tail}</Tax>`;
  }
}

/** What an entry of the tax table is about. */
interface Kind {
  type: TaxType;
  /** Fiscal space, or the country whose VAT it is. */
  region: string;
  class: TaxClass;
  /** As the class, for stamp duty the number of its table. */
  code: string;
}

/** Number of the stamp duty table behind the group `IS`: `17.3.1`. */
function stampDutyNumber({ TaxG = '' }: Position, tax: Tax): string {
  const behind = /^IS +([A-Za-z0-9.]+)/;
  return (behind.exec(tax.TaxG ?? '') ?? behind.exec(TaxG))?.[1] ?? '';
}

/** What the receipt says, else the words of the tax authority; the schema wants 6 to 60 characters. */
function exemptionReason(code: string, sent: unknown): string {
  const own = fit(sent, LONGEST_REASON);
  if (own.length >= SHORTEST_REASON) return own;
  const official = REASONS[code] ?? `Isen\u00E7\u00E3o ${code}`;
  // One official text has a character too many; it is a dash between blanks that can be spared.
  return fit(official.length > LONGEST_REASON ? official.replace(' - ', '-') : official, LONGEST_REASON);
}
