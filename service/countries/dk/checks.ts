/** What Denmark demands of a configuration and of receipts. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { cvrOf, hasCheckDigit, isCvr } from './cvr.ts';
import { RULES } from './taxes.ts';

/** The CVR number is signed with each transaction. */
export function checkCfg({ Cmp }: Cfg): Issue[] {
  return isCvr(cvrOf(Cmp.TaxId))
    ? []
    : [issue('#CFG', 'Cfg.Cmp.TaxId', 'must be the CVR number: 8 digits, with or without DK')];
}

/** Another company needs a register of its own: chain and totals belong to one. */
export function checkChange(cfg: Cfg, current: Cfg): Issue[] {
  const isSame = cvrOf(cfg.Cmp.TaxId) === cvrOf(current.Cmp.TaxId) && cfg.Cmp.Ctry === current.Cmp.Ctry;
  const isMoved = cfg.Loc?.TL !== current.Loc?.TL || cfg.Trm?.TT !== current.Trm?.TT;
  if (!isSame) return [issue('#CFG', 'Cfg.Cmp.TaxId', 'another company needs a register of its own')];
  return isMoved
    ? [issue('#CFG', 'Cfg.Trm.TT', 'another place or terminal needs a register of its own: its id is signed')]
    : [];
}

/** Things of a configuration that look wrong, or that the export wants. */
export function cfgWarnings({ Cmp, Loc = {} }: Cfg): string[] {
  const warnings: string[] = [];
  const check = (isRight: boolean, text: string) => {
    if (!isRight) warnings.push(text);
  };
  check(hasCheckDigit(cvrOf(Cmp.TaxId)), 'Cfg.Cmp.TaxId: the check digit of the CVR number is wrong');
  check(Cmp.Nam !== undefined, 'Cfg.Cmp.Nam: receipts must show the name of the company');
  check(
    [Cmp, Loc].some(({ Adr, Zip, City }) =>
      [Adr, Zip, City].every((value) => typeof value === 'string' && value !== ''),
    ),
    'Cfg.Cmp.Adr: receipts and exports must show the complete address',
  );
  return warnings;
}

/** What is wrong with a completed receipt. */
export function checkReceipt({ TaxA }: CompleteEsr): Issue[] {
  return TaxA.flatMap(({ Prc = '0' }, i) =>
    RULES.byRate(Prc) ? [] : [issue('#DK_TAX', `ESR.TaxA[${i}].Prc`, `${Prc} % is no Danish percentage`)],
  );
}
