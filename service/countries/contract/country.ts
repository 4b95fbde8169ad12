/**
 * What a country module is. A new country is one new folder that exports one
 * object of this shape, and one line in `list.ts`.
 */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Currency } from '../../receipt/currency.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CountryField } from '../../receipt/mandatory.ts';
import type { Attributes, CompleteEsr, Esr } from '../../receipt/tra.ts';
import type { CountryAudit } from './audit.ts';
import type { CountryDelivery } from './delivery.ts';
import type { CountryDevice } from './device.ts';
import type { CountryExports } from './exports.ts';
import type { CountryNames } from './names.ts';
import type { CountryPage } from './page.ts';
import type { CountryPaper } from './paper.ts';
import type { CountrySignature } from './receipt-signature.ts';
import type { CountryReceipts, CountryVoids } from './receipts.ts';
import type { CountryContext } from './services.ts';
import type { State } from './state.ts';
import type { CountryVat } from './vat.ts';
import type { CountryWork } from './work.ts';

/** Which country it is, and what its tills need. */
export interface CountryIdentity {
  /** ISO 3166 alpha-2. */
  code: string;
  /** Language of receipts and operator messages: `en`, `pt`, `de`. */
  language: string;
  /** The language of a configuration, where a country has several. Reads values of any kind. */
  languageOf?(cfg: { Trm?: Attributes }): string;
  /** What its receipts are in unless the configuration names another one ({@link Country.otherCurrencies}). */
  currency: Currency;
  /** A register may sell in another currency: no law fixes it. */
  otherCurrencies?: boolean;
  /** National payment groups, besides the standard ones. */
  paymentGroups: ReadonlySet<string>;
  /** Values of a sale that the country demands beyond what all do. */
  mandatory: ReadonlySet<CountryField>;
  /**
   * What the numbers of a terminal are made of, so that only one register of a
   * company may give them; terminals that would get the same numbers have the
   * same. Missing where numbers do not depend on the terminal.
   */
  numbering?(TL: string, TT: string): string;
  /**
   * Its law counts receipts by their transaction numbers (TN), without a gap: training and
   * nonfiscal records, which it does not look at, have numbers of their own, `X1`, `X2`.
   */
  gaplessNumbers?: boolean;
  /** With {@link gaplessNumbers}: other receipts that have numbers of their own, such as those written in a book by hand. */
  numberedApart?(esr: Esr): boolean;
  /** With {@link gaplessNumbers}: the terminals of the receipt's place are counted together, those of the register. */
  numberedByPlace?(esr: Pick<CompleteEsr, 'TL' | 'D'>, state: State, context: CountryContext): boolean;
  /** A void must name a whole receipt of the same register. */
  strictVoids: boolean;
  /** Uses a signing key of the service. */
  usesKey: boolean;
  /** Signs with the installation's signature units ({@link CountryServices.signer}). */
  usesUnits?: boolean;
}

/** How companies of a country are known at their tax office. */
export interface CompanyTaxId {
  /** What people there call it: `NIF`. */
  name: string;
  /** One that is right, to show what it looks like. */
  example: string;
  /** Whether it has the right form and check digits, however it is spelled. */
  isRight(text: string): boolean;
}

/** What a country asks of the configuration of a register. */
export interface CountryConfiguration {
  /** Missing: what is known of its VAT numbers (`countries/vat-number.ts`). */
  companyTaxId?: CompanyTaxId;
  /**
   * The country's own checks of a configuration.
   * @param inForce what the register has until now; missing where there is none, or none is known
   */
  checkCfg(cfg: Cfg, inForce?: Cfg | null): Issue[];
  /** Reasons against another configuration, of this country or another, for a register of this one. */
  checkChange?(cfg: Cfg, current: Cfg, state: State): Issue[];
  /** Things of a configuration that are allowed but look wrong; English. */
  cfgWarnings?(cfg: Cfg): string[];
}

/** One country. */
export interface Country
  extends
    CountryIdentity,
    CountryNames,
    CountryConfiguration,
    CountryReceipts,
    CountryDevice,
    CountryDelivery,
    CountryVoids,
    CountryVat,
    CountryPaper,
    CountryWork,
    CountryPage,
    CountryExports,
    CountryAudit,
    CountrySignature {}
