/** What a printed Danish receipt says at its head. */
import { EVENT } from '../base/cash-register/codes.ts';
import { journalPaper } from '../base/cash-register/tags.ts';
import { MARKS } from './journal.ts';

/** {@link CountryPaper.paper} of Denmark. */
export const paper = journalPaper(
  {
    ...{ [EVENT.sale]: 'Kvittering', [EVENT.return]: 'Returkvittering', [EVENT.void]: 'Annullering' },
    ...{ [EVENT.training]: 'Træningskvittering', [EVENT.proforma]: 'Foreløbig regning' },
    ...{ [EVENT.delivery]: 'Følgeseddel', [EVENT.copy]: 'KOPI' },
    [EVENT.suspend]: 'Parkeret salg',
    ...{ [EVENT.xReport]: 'X-rapport', [EVENT.zReport]: 'Z-rapport' },
  },
  MARKS,
);
