/** What Slovenia demands of a configuration and of receipts. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { issue, type CODES } from './codes.ts';
import { bookNumber, isReported, sellerOf } from './receipt-data.ts';
import { bareTaxNumber, isTaxNumber } from './tax-number.ts';
import { kindOf } from './taxes.ts';

/** Premises and devices. */
const NAME = /^[\dA-Z]{1,20}$/i;
/** Longer ones are not counted on from. */
const NUMBER = /^[1-9]\d{0,14}$/;
const MOST_CUSTOMER = 20;

/** What is wrong with a configuration. */
export function checkCfg(cfg: Cfg): Issue[] {
  const { TL, TT } = configuredTerminal(cfg);
  const issues: Issue[] = [];
  const check = (isRight: boolean, path: string, text: string) => {
    if (!isRight) issues.push(issue('#CFG', path, text));
  };
  check(
    isTaxNumber(bareTaxNumber(cfg.Cmp.TaxId)),
    'Cfg.Cmp.TaxId',
    'must be a Slovenian tax number: eight digits, the last one a check digit',
  );
  check(NAME.test(TL), 'Cfg.Loc.TL', 'must be 1 to 20 letters (A to Z) and digits, as registered at FURS');
  check(NAME.test(TT), 'Cfg.Trm.TT', 'must be 1 to 20 letters (A to Z) and digits');
  return issues;
}

/** What is wrong with a completed receipt; each field has a code of its own. */
export function checkReceipt(esr: CompleteEsr, cfg: Cfg): Issue[] {
  if (!isReported(esr) && !isTraining(esr)) return [];
  const issues: Issue[] = [];
  const check = (isRight: boolean, code: keyof typeof CODES, path: string, text: string) => {
    if (!isRight) issues.push(issue(code, path, text));
  };
  const { TL, TT } = configuredTerminal(cfg);
  // Another spelling would begin numbers of its own, which are the same to people.
  const isSpeltSo = (sent: string, configured: string) =>
    sent === configured || sent.toUpperCase() !== configured.toUpperCase();
  check(
    esr.SI_ForeignOperator === '1' || isTaxNumber(bareTaxNumber(sent(esr.OprTIN))),
    '#SI_OPERATOR',
    'ESR.OprTIN',
    'must be the tax number of the operator: eight digits, the last one a check digit',
  );
  check(NAME.test(esr.TL), '#SI_PREMISES', 'ESR.TL', 'must be 1 to 20 letters (A to Z) and digits');
  check(isSpeltSo(esr.TL, TL), '#SI_PREMISES', 'ESR.TL', `must be written as in the configuration, ${TL}`);
  check(NAME.test(esr.TT), '#SI_DEVICE', 'ESR.TT', 'must be 1 to 20 letters (A to Z) and digits');
  check(isSpeltSo(esr.TT, TT), '#SI_DEVICE', 'ESR.TT', `must be written as in the configuration, ${TT}`);
  const book = bookNumber(esr);
  check(
    book !== null || esr.TN === undefined || NUMBER.test(esr.TN),
    '#SI_NUMBER',
    'ESR.TN',
    'must be a number from 1 of at most 15 digits, without leading zeros',
  );
  checkBook(esr, check);
  check(
    isBuyerRight(esr),
    '#SI_BUYER',
    'ESR.Ctm.TaxId',
    'at most 20 characters; a Slovenian one must be right, or the customer has another country in Ctry',
  );
  esr.PosA.forEach((position, i) => {
    const seller = sellerOf(position);
    check(
      seller === null || (isTaxNumber(seller) && seller !== bareTaxNumber(cfg.Cmp.TaxId)),
      '#SI_SELLER',
      `ESR.PosA[${i}].SI_SellerTaxNumber`,
      'must be the Slovenian tax number of somebody else: eight digits, the last one a check digit',
    );
  });
  esr.TaxA.forEach((line, i) =>
    check(
      kindOf(line, esr.D.slice(0, 10)) !== null,
      '#SI_TAX',
      `ESR.TaxA[${i}].Prc`,
      `${line.Prc} % of group ${line.TaxG} is no Slovenian tax`,
    ),
  );
  return issues;
}

function checkBook(
  esr: CompleteEsr,
  check: (isRight: boolean, code: keyof typeof CODES, path: string, text: string) => void,
): void {
  const book = bookNumber(esr);
  if (!book) return;
  const size = (text: string) => [...text].length;
  check(
    size(book.number) >= 1 && size(book.number) <= 20,
    '#SI_BOOK',
    'ESR.SI_BookNumber',
    'must have 1 to 20 characters',
  );
  check(size(book.set) === 2, '#SI_BOOK', 'ESR.SI_BookSet', 'must have 2 characters');
  check(size(book.serial) === 12, '#SI_BOOK', 'ESR.SI_BookSerial', 'must have 12 characters');
}

/** A number that is meant to be a Slovenian one is one. */
function isBuyerRight({ Ctm }: CompleteEsr): boolean {
  const number = Ctm?.TaxId?.replace(/\s+/g, '') ?? '';
  const country = Ctm?.Ctry?.toUpperCase();
  const isSlovenian = /^SI/i.test(number) || (country === 'SI' && /^\d{8}$/.test(number));
  return [...number].length <= MOST_CUSTOMER && (!isSlovenian || isTaxNumber(bareTaxNumber(number)));
}

function sent(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
