/** What a printed Norwegian receipt says at its head (kassasystemforskrifta § 2-8). */
import { EVENT } from '../base/cash-register/codes.ts';
import { journalPaper } from '../base/cash-register/tags.ts';
import { MARKS } from './journal.ts';

/** {@link CountryPaper.paper} of Norway. */
export const paper = journalPaper(
  {
    ...{
      [EVENT.sale]: 'Salgskvittering',
      [EVENT.return]: 'Returkvittering',
      [EVENT.void]: 'Returkvittering',
    },
    ...{ [EVENT.training]: 'Treningskvittering', [EVENT.proforma]: 'Foreløpig kvittering' },
    ...{ [EVENT.delivery]: 'Utleveringskvittering', [EVENT.copy]: 'KOPI' },
    [EVENT.suspend]: 'Parkert salg',
    ...{ [EVENT.xReport]: 'X-rapport', [EVENT.zReport]: 'Z-rapport' },
  },
  MARKS,
  true,
);
