/** What Czechia demands of a configuration and of receipts. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import type { CompleteEsr, Position } from '../../receipt/tra.ts';
import type { CountryContext } from '../contract/services.ts';
import { issue, type CODES } from './codes.ts';
import { isRecorded, principalOf, unitOf } from './receipt-data.ts';
import { isTaxNumber, taxNumberOf } from './tax-number.ts';
import { columnOf } from './taxes.ts';
import { eetVersion } from './version.ts';

const TILL = /^[0-9a-zA-Z.,:;/#\-_ ]{1,20}$/;
const NUMBER = /^[0-9a-zA-Z.,:;/#\-_ ]{1,25}$/;
const UNITS = { 3: /^[1-9]\d{0,5}$/, 4: /^[1-9]\d{0,8}$/ };
/** Hellers. */
const TOO_MUCH = 10_000_000_000;

/** What is wrong with a configuration. */
export function checkCfg(cfg: Cfg): Issue[] {
  const { TL, TT } = configuredTerminal(cfg);
  const issues: Issue[] = [];
  if (!isTaxNumber(taxNumberOf(cfg.Cmp.TaxId)))
    issues.push(issue('#CFG', 'Cfg.Cmp.TaxId', 'must be a Czech tax number: CZ and 8 to 10 digits'));
  if (!TILL.test(`${TL}/${TT}`))
    issues.push(
      issue(
        '#CFG',
        'Cfg.Trm.TT',
        'Loc.TL and Trm.TT must have at most 19 letters A to Z, digits and . , : ; / # - _',
      ),
    );
  return issues;
}

/** What is wrong with a completed receipt; each field has a code of its own. */
export function checkReceipt(
  esr: CompleteEsr,
  { attributes, cfg }: Pick<CountryContext, 'attributes' | 'cfg'>,
): Issue[] {
  const day = esr.D.slice(0, 10);
  const version = eetVersion(attributes(), day);
  if (!isRecorded(esr) || version === null) return [];
  const issues: Issue[] = [];
  const check = (isRight: boolean, code: keyof typeof CODES, path: string, text: string) => {
    if (!isRight) issues.push(issue(code, path, text));
  };
  check(
    UNITS[version].test(unitOf(esr, attributes())),
    '#CZ_UNIT',
    'ESR.CZ_id_provoz',
    `must be a number of at most ${version === 3 ? 6 : 9} digits, here or in the profile`,
  );
  check(
    TILL.test(`${esr.TL}/${esr.TT}`),
    '#CZ_TERMINAL',
    'ESR.TT',
    'TL/TT must have at most 20 characters, letters A to Z and digits',
  );
  check(
    esr.TN === undefined || NUMBER.test(esr.TN),
    '#CZ_NUMBER',
    'ESR.TN',
    'must have 1 to 25 characters, letters A to Z and digits',
  );
  for (const name of ['T', 'CZ_urceno_cerp_zuct', 'CZ_cerp_zuct']) {
    const sent = esr[name];
    const amount = typeof sent === 'string' ? minor(sent, 2) : 0;
    check(Math.abs(amount) < TOO_MUCH, '#CZ_AMOUNT', `ESR.${name}`, 'must be less than 100 million');
  }
  const principal = principalOf(esr);
  check(
    principal === null || (isTaxNumber(principal) && principal !== taxNumberOf(cfg.Cmp.TaxId)),
    '#CZ_PRINCIPAL',
    'ESR.CZ_dic_poverujiciho',
    'must be CZ and 8 to 10 digits, and not the number of the company itself',
  );
  // A group may stand on several lines.
  const isOnMargin = (position: Position) => {
    const line = taxLineOf(position, esr.TaxA);
    return esr.TaxA.some((one) => one.TaxG === line?.TaxG && one.MarginScheme === '1');
  };
  esr.PosA.forEach((position, i) =>
    check(
      position.CZ_cest_sluz !== '1' || isOnMargin(position),
      '#CZ_TAX',
      `ESR.PosA[${i}].TaxG`,
      'must name a tax line with MarginScheme: it is a travel service',
    ),
  );
  esr.TaxA.forEach((line, i) =>
    check(
      columnOf(line, day) !== null,
      '#CZ_TAX',
      `ESR.TaxA[${i}].Prc`,
      `${line.Prc} % of group ${line.TaxG} is no Czech tax`,
    ),
  );
  return issues;
}
