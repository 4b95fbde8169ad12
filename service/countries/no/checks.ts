/** What Norway demands of a configuration and of receipts. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { organisationOf, hasCheckDigit, isOrganisation } from './organisation.ts';
import { RULES } from './taxes.ts';

/** Exports name the company by it. */
export function checkCfg({ Cmp }: Cfg): Issue[] {
  return isOrganisation(organisationOf(Cmp.TaxId))
    ? []
    : [
        issue(
          '#CFG',
          'Cfg.Cmp.TaxId',
          'must be the organisation number: 9 digits, with or without NO and MVA',
        ),
      ];
}

/** Another company needs a register of its own: chain and totals belong to one. */
export function checkChange(cfg: Cfg, current: Cfg): Issue[] {
  const isSame =
    organisationOf(cfg.Cmp.TaxId) === organisationOf(current.Cmp.TaxId) && cfg.Cmp.Ctry === current.Cmp.Ctry;
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
  check(
    hasCheckDigit(organisationOf(Cmp.TaxId)),
    'Cfg.Cmp.TaxId: the check digit of the organisation number is wrong',
  );
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
    RULES.byRate(Prc) ? [] : [issue('#NO_TAX', `ESR.TaxA[${i}].Prc`, `${Prc} % is no Norwegian percentage`)],
  );
}
