/** What Sweden demands of a configuration and of receipts. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { sameDecimal } from '../../receipt/money.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { otherNumber, otherTerminal } from '../base/company-change.ts';
import { transactionOf } from '../base/cash-register/transaction.ts';
import { journalCheckVoid } from '../base/cash-register/void-check.ts';
import { UNIT_RATES } from '../contract/control-unit.ts';
import { issue } from './codes.ts';
import { companyNumber, hasCheckDigit } from './company.ts';
import { amountsOf, kindOf } from './kind.ts';
import { isParking } from './parked.ts';

/** Letters of the designation of a register (kassabeteckning). */
const MOST_LETTERS = 16;
/** Most that a unit counts, öre. */
const MOST = 999_999_999_999;

/** The unit knows company and register by their numbers. */
export function checkCfg(cfg: Cfg): Issue[] {
  const issues: Issue[] = [];
  if (companyNumber(cfg) === '')
    issues.push(
      issue(
        '#CFG',
        'Cfg.Cmp.Org',
        'must be the organisation or personal number, NNNNNN-NNNN, where TaxId has none',
      ),
    );
  const { TL, TT } = configuredTerminal(cfg);
  const name = `${TL}-${TT}`;
  if (
    name.length > MOST_LETTERS ||
    !/^[\u0021-\u007E\u00A1-\u00FF][\u0020-\u007E\u00A1-\u00FF]*$/u.test(name)
  )
    issues.push(
      issue(
        '#CFG',
        'Cfg.Trm.TT',
        `location and terminal (${name.slice(0, 40)}) name the register: at most ${MOST_LETTERS} letters of Latin-1`,
      ),
    );
  return issues;
}

/** Another company or terminal needs a register of its own. */
export function checkChange(cfg: Cfg, current: Cfg): Issue[] {
  const other = otherNumber(cfg, current, 'Cfg.Cmp.Org', companyNumber);
  return other.length > 0 ? other : otherTerminal(cfg, current);
}

/** Things of a configuration that look wrong, or that receipts and the journal want. */
export function cfgWarnings(cfg: Cfg): string[] {
  const { Cmp, Loc = {}, Trm = {} } = cfg;
  const warnings: string[] = [];
  const check = (isRight: boolean, text: string) => {
    if (!isRight) warnings.push(text);
  };
  check(hasCheckDigit(companyNumber(cfg)), 'Cfg.Cmp.Org: the check digit of the number is wrong');
  check(Cmp.Nam !== undefined, 'Cfg.Cmp.Nam: receipts must show the name of the company');
  check(
    [Cmp, Loc].some(({ Adr, City }) =>
      [Adr, City].every((value) => typeof value === 'string' && value !== ''),
    ),
    'Cfg.Loc.Adr: receipts must show the address of the sale',
  );
  check(
    [Trm.HWModel, Trm.Serial].every((value) => typeof value === 'string' && value !== ''),
    'Cfg.Trm: the journal names the cash register by HWModel and Serial',
  );
  return warnings;
}

/** What is wrong with a completed receipt. */
export function checkReceipt(esr: CompleteEsr): Issue[] {
  const kind = kindOf(esr);
  if (kind === null || kind === 'kopia') return [];
  const issues = esr.TaxA.flatMap(({ Prc = '0' }, i) =>
    UNIT_RATES.some((rate) => sameDecimal(rate, Prc))
      ? []
      : [issue('#SE_TAX', `ESR.TaxA[${i}].Prc`, `${Prc} % is no Swedish percentage`)],
  );
  const { total, negative, vat } = amountsOf(esr, transactionOf(esr));
  const all = [total, negative, ...vat.flatMap((each) => [each.gross, each.vat])];
  if (all.some((amount) => Math.abs(amount) > MOST))
    issues.push(issue('#SE_AMOUNT', 'ESR.T', 'a control unit counts to 9999999999.99'));
  return issues;
}

/** What cannot be taken back; a void of a parked sale would park it once more. */
export function checkVoid(original: JournalRecord): Issue[] {
  if (!original.ESR || !isParking(original.ESR)) return journalCheckVoid(original);
  const text = 'a parked sale is given up by NF=discard with its FN as ResumeFN';
  return [issue('#VOID_REFERENCE', 'ESR.RFN', text)];
}
