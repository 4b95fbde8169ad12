/** What Croatia demands of a configuration and of receipts (schema 1.9; rules v103 to v153). */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { sameDecimal } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { issue, type CODES } from './codes.ts';
import { bareOib, isOib } from './oib.ts';
import { isInVatSystem, isReported } from './receipt-data.ts';
import { classOf } from './taxes.ts';

const PREMISES = /^[\dA-Z]{1,20}$/i;
const DEVICE = /^\d{1,20}$/;
/** Longer ones are not counted on from. */
const NUMBER = /^[1-9]\d{0,14}$/;
const MOST_SPECIAL = 1000;
const MOST_PAPER = 100;

/** What is wrong with a configuration. */
export function checkCfg(cfg: Cfg): Issue[] {
  const { TL, TT } = configuredTerminal(cfg);
  const issues: Issue[] = [];
  const check = (isRight: boolean, path: string, text: string) => {
    if (!isRight) issues.push(issue('#CFG', path, text));
  };
  check(
    isOib(bareOib(cfg.Cmp.TaxId)),
    'Cfg.Cmp.TaxId',
    'must be an OIB: eleven digits, the last one a check digit',
  );
  check(
    PREMISES.test(TL),
    'Cfg.Loc.TL',
    'must be 1 to 20 letters (A to Z) and digits, as announced in ePorezna',
  );
  check(DEVICE.test(TT), 'Cfg.Trm.TT', 'must be a number of at most 20 digits');
  const vat = cfg.Cmp.HR_USustPdv;
  check(vat === undefined || vat === '0' || vat === '1', 'Cfg.Cmp.HR_USustPdv', 'must be 0 or 1');
  return issues;
}

/** What is wrong with a completed receipt; each field has a code of its own. */
export function checkReceipt(esr: CompleteEsr, cfg: Cfg): Issue[] {
  if (!isReported(esr) && !isTraining(esr)) return [];
  const issues: Issue[] = [];
  const check = (isRight: boolean, code: keyof typeof CODES, path: string, text: string) => {
    if (!isRight) issues.push(issue(code, path, text));
  };
  const sent = (value: unknown) => (typeof value === 'string' ? value : '');
  check(
    isOib(bareOib(sent(esr.OprTIN))),
    '#HR_OPERATOR',
    'ESR.OprTIN',
    'must be the OIB of the operator: eleven digits, the last one a check digit',
  );
  check(PREMISES.test(esr.TL), '#HR_PREMISES', 'ESR.TL', 'must be 1 to 20 letters (A to Z) and digits');
  const { TL } = configuredTerminal(cfg);
  // Another spelling would begin numbers of its own, which are the same to people.
  check(
    esr.TL === TL || esr.TL.toUpperCase() !== TL.toUpperCase(),
    '#HR_PREMISES',
    'ESR.TL',
    `must be written as in the configuration, ${TL}`,
  );
  check(DEVICE.test(esr.TT), '#HR_DEVICE', 'ESR.TT', 'must be a number of at most 20 digits');
  check(
    esr.TN === undefined || NUMBER.test(esr.TN),
    '#HR_NUMBER',
    'ESR.TN',
    'must be a number from 1 of at most 15 digits, without leading zeros',
  );
  check(
    isBuyerRight(esr),
    '#HR_BUYER',
    'ESR.Ctm.TaxId',
    'must be an OIB, or the customer has another country in Ctry',
  );
  check(
    [...sent(esr.HR_SpecNamj)].length <= MOST_SPECIAL,
    '#HR_SPECIAL',
    'ESR.HR_SpecNamj',
    `at most ${MOST_SPECIAL} characters`,
  );
  check(
    [...sent(esr.HR_ParagonBrRac).trim()].length <= MOST_PAPER,
    '#HR_PAPER',
    'ESR.HR_ParagonBrRac',
    `at most ${MOST_PAPER} characters`,
  );
  esr.TaxA.forEach((line, i) => {
    const path = `ESR.TaxA[${i}].Prc`;
    const place = classOf(line, esr.D.slice(0, 10));
    check(place !== null, '#HR_TAX', path, `${line.Prc} % of group ${line.TaxG} is no Croatian tax`);
    const isVat = place?.kind === 'vat' && !sameDecimal(place.vat, '0');
    check(
      !isVat || isInVatSystem(cfg),
      '#HR_NOT_IN_VAT',
      path,
      'the company is not in the VAT system (Cfg.Cmp.HR_USustPdv); send the group E',
    );
  });
  return issues;
}

/** A number that is meant to be an OIB is one. */
function isBuyerRight({ Ctm }: CompleteEsr): boolean {
  const sent = Ctm?.TaxId?.replace(/\s+/g, '') ?? '';
  const isCroatian =
    /^HR/i.test(sent) || Ctm?.Ctry?.toUpperCase() === 'HR' || (!Ctm?.Ctry && /^\d{11}$/.test(sent));
  return sent === '' || !isCroatian || isOib(bareOib(sent));
}
