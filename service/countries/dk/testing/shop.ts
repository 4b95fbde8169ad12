/** A Danish shop for tests, with a certificate of its own. */
import { issueCompanyKey, makeAuthorityKeys, type IssuedKey } from '../../../emulators/authority-keys.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Act } from '../../testing/example.ts';

export const CVR = '88146328';

export const CFG = {
  Cmp: {
    ...{
      Nam: 'Café Eksempel ApS',
      Adr: 'Eksempelgade',
      AdrNr: '7',
      Zip: '1050',
      City: 'København',
      Ctry: 'DK',
    },
    TaxId: `DK${CVR}`,
  },
  Loc: { TL: 'KBH1' },
  Trm: { TT: '1', SW: 'BarPos', SWVersion: '4.2' },
} satisfies Cfg;

export const NOW = '2026-05-12T12:00:00';

/** Making one takes longer than most tests. */
let companyKey: Promise<IssuedKey> | undefined;

/** A company's key of an invented OCES. */
async function newKey(): Promise<IssuedKey> {
  const keys = await makeAuthorityKeys('DK', { ca: 'Den Danske Stat OCES test', signer: 'OCSP test' });
  const names = { subject: `Cafe Eksempel UI:DK-O:G:${CVR}`, organization: `CVR ${CVR}` };
  return issueCompanyKey(keys, names, Date.parse(`${NOW}Z`));
}

/** Enters the shop's certificate. */
export async function setUp(act: Act): Promise<void> {
  const { pkcs12, password } = await (companyKey ??= newKey());
  await act('certificate', { file: pkcs12.toString('base64'), password });
}
