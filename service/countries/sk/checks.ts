/** What Slovakia demands of a configuration and of receipts. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { grossAmounts } from '../../receipt/line-shares.ts';
import { minor } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isPosition, type CompleteEsr, type Position } from '../../receipt/tra.ts';
import { issue, type CODES } from './codes.ts';
import { quantityOf, regulationOf, sellerType } from './items.ts';
import { invoiceNumbers, paragonNumber, textOf, typeOf } from './kind.ts';
import { isTaxNumber } from './tax-number.ts';
import { rateOn } from './taxes.ts';

const REGULATIONS = new Set(['', 'PDP', 'OOD', 'CK', 'PT', 'UD', 'ZPS']);
const SELLER = /^[0-9a-zA-Z]{1,50}$/;
const ASCII = /^[\x20-\x7e]{1,50}$/;
const PARAGON = /^[1-9]\d{0,8}$/;
const REFERENCE = /^[\x21-\x7e]{1,44}$/;
const MOST_ITEMS = 500;
/** Cents. */
const TOO_MUCH = 1_000_000_000;

/** What is wrong with a configuration. */
export function checkCfg(cfg: Cfg): Issue[] {
  return isTaxNumber(cfg.Cmp.TaxId)
    ? []
    : [
        issue(
          '#CFG',
          'Cfg.Cmp.TaxId',
          'must be a Slovak tax number: ten digits (DIČ), with SK before them (IČ DPH) for who is registered for VAT',
        ),
      ];
}

type Check = (isRight: boolean, code: keyof typeof CODES, path: string, text: string) => void;

/** What is wrong with a completed receipt; each field has a code of its own. */
export function checkReceipt(esr: CompleteEsr): Issue[] {
  const type = typeOf(esr);
  if (type === null || type === 'VK' || type === 'VY') return [];
  const issues: Issue[] = [];
  const check: Check = (isRight, code, path, text) => {
    if (!isRight) issues.push(issue(code, path, text));
  };
  const paragon = paragonNumber(esr);
  const isRight = paragon === '' || (PARAGON.test(paragon) && type !== 'ND');
  check(isRight, '#SK_PARAGON', 'ESR.SK_ParagonNumber', 'must be a number from 1, and not on training');
  check(Math.abs(minor(esr.T, 2)) < TOO_MUCH, '#SK_ITEMS', 'ESR.T', 'must be less than 10 million');
  const invoices = invoiceNumbers(esr);
  if (type === 'UF' || invoices.size > 0) {
    // A void made of its original has no DN: what was paid stands in the original.
    if (type === 'UF' && invoices.size === 0 && esr.Void === '1') return issues;
    const [number = ''] = invoices;
    const isOne = type === 'UF' && invoices.size === 1 && ASCII.test(number);
    const said = esr.PosA.filter(isPosition).map((one) => textOf(one.SK_InvoiceNumber));
    // All of them, or the document alone.
    const named = said.every((one) => one === number) || said.every((one) => one === '');
    check(
      isOne && named && (minor(esr.T, 2) >= 0 || esr.Void === '1'),
      '#SK_INVOICE',
      'ESR.PosA',
      'must all have the same SK_InvoiceNumber, or ESR.DT UF with the number in ESR.DN: 1 to 50 characters of ASCII, and a total that is not negative',
    );
    return issues;
  }
  const count = esr.PosA.filter(isPosition).length;
  check(count >= 1 && count <= MOST_ITEMS, '#SK_ITEMS', 'ESR.PosA', 'must have 1 to 500 positions');
  checkPositions(esr, paragon !== '', check);
  return issues;
}

function checkPositions(esr: CompleteEsr, isParagon: boolean, check: Check): void {
  const amounts = grossAmounts(esr, 2);
  const refersTo = (position: Position) =>
    textOf(position.RFN) + textOf(position.RTN) + textOf(esr.RFN) + textOf(esr.RTN);
  const isNamed = esr.PosA.some((position) => refersTo(position) !== '');
  esr.PosA.forEach((position, i) => {
    if (!isPosition(position)) return;
    const path = `ESR.PosA[${i}]`;
    const rate = rateOn(esr.D.slice(0, 10), taxLineOf(position, esr.TaxA)?.Prc ?? '0');
    check(
      rate !== null && (!rate.isOld || amounts[i]! < 0 || isParagon || esr.Void === '1'),
      '#SK_TAX',
      `${path}.TaxG`,
      'is no rate of that day; abolished ones are for what goes back to their time',
    );
    const regulation = regulationOf(position);
    check(
      REGULATIONS.has(regulation) && (regulation === '' || rate?.column === 'free'),
      '#SK_REGULATION',
      `${path}.SK_SpecialRegulation`,
      'must be PDP, OOD, CK, PT, UD or ZPS, at a position without VAT',
    );
    const [seller, kind] = [textOf(position.SK_SellerId), sellerType(position)];
    check(
      (seller === '' && kind === '') || (SELLER.test(seller) && (kind === 'DIC' || kind === 'IC_DPH')),
      '#SK_SELLER',
      `${path}.SK_SellerIdType`,
      'must be DIC or IC_DPH together with SK_SellerId, 1 to 50 letters and digits',
    );
    check(
      quantityOf(position) !== null && Math.abs(amounts[i]!) < TOO_MUCH,
      '#SK_ITEMS',
      `${path}.Qty`,
      'must have at most 4 decimals, and the amount must be less than 10 million',
    );
    check(
      position._ !== 'Vou' || amounts[i]! >= 0 || ASCII.test(textOf(position.VouN)),
      '#SK_ITEMS',
      `${path}.VouN`,
      'must have the number of the voucher that is taken, 1 to 50 characters of ASCII',
    );
    const named = textOf(position.RFN) || textOf(esr.RFN);
    check(
      named === '' || REFERENCE.test(named),
      '#SK_REFERENCE',
      `${path}.RFN`,
      'must be a UID or an OKP, at most 44 characters',
    );
  });
  const takesBack = esr.PosA.some(({ _ }, i) => amounts[i]! < 0 && _ !== 'Dep' && _ !== 'Adv' && _ !== 'Vou');
  check(
    minor(esr.T, 2) >= 0 || !takesBack || isNamed || esr.Void === '1',
    '#SK_REFERENCE',
    'ESR.RFN',
    'must name the receipt that money is given back for',
  );
}
