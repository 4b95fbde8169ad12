/** Demo data of Denmark: an invented café with a morning's sales, signed with a certificate of an invented issuer. */
import { systemClock } from '../clock.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter } from './place.ts';

const CVR = '88146328';

const address = { Adr: 'Eksempelgade', AdrNr: '7', Zip: '1050', City: 'København', Ctry: 'DK' };

export const DENMARK_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Café Eksempel ApS', label: 'Eksempel', ...address, TaxId: `DK${CVR}` },
    Loc: { TL: 'KBH1', Nam: 'Café Eksempel', label: 'Eksempel', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kasse 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Tak for besøget!' }];
const anna = { Opr: '1', OprN: 'Anna Jensen' };
const mads = { Opr: '2', OprN: 'Mads Holm' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const DENMARK_SALES: readonly Tree[] = [
  receipt({ ...anna, NF: 'login' }),
  receipt({
    ...anna,
    PosA: [
      { _: 'Pos', Dsc: 'Kaffe latte', TaxG: 'A', Qty: '2', Pri: '42.00', Amt: '84.00', Cat: '04012' },
      { _: 'Pos', Dsc: 'Kanelsnegl', TaxG: 'A', Amt: '28.00', Cat: '04006' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Kontant', PayG: 'cash', Amt: '200.00' },
      { _: 'Pay', Dsc: 'Byttepenge', PayG: 'change', Amt: '-88.00' },
    ],
    Foot,
  }),
  receipt({
    ...mads,
    PosA: [
      {
        _: 'Pos',
        PN: '1',
        Dsc: 'Smørrebrød',
        TaxG: 'A',
        Qty: '3',
        Pri: '65.00',
        Amt: '195.00',
        Cat: '04006',
      },
      { _: 'Mod', PN: '1', Dsc: 'Rabat', Prc: '10', Amt: '-19.50' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Dankort', PayG: 'debitcard', Amt: '175.50', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...mads,
    ...{ RTL: 'KBH1', RTT: '1', RTN: '2', Rsn: 'Fejl' },
    PosA: [{ _: 'Pos', Dsc: 'Kanelsnegl', TaxG: 'A', Amt: '-28.00', Cat: '04006' }],
    PayA: [{ _: 'Pay', Dsc: 'Retur kontant', PayG: 'refund', Amt: '-28.00' }],
  }),
];

/** Enters a certificate of an invented issuer. */
export async function openDanishCafe(register: Register): Promise<void> {
  const { issueCompanyKey, makeAuthorityKeys } = await import('../emulators/authority-keys.ts');
  const keys = await makeAuthorityKeys('DK', { ca: 'Den Danske Stat OCES demo', signer: 'Demo OCSP' });
  const name = { subject: `Café Eksempel CVR:${CVR}`, organization: `CVR ${CVR}` };
  const { pkcs12, password } = await issueCompanyKey(keys, name, systemClock.now());
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
}
