/** Demo data of Norway: an invented café with a morning's sales, signed with a key made for it. */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter } from './place.ts';

const address = { Adr: 'Eksempelveien', AdrNr: '1', Zip: '0150', City: 'Oslo', Ctry: 'NO' };

export const NORWAY_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Kafé Eksempel AS', label: 'Eksempel', ...address, TaxId: 'NO974760673MVA' },
    Loc: { TL: 'OSL1', Nam: 'Kafé Eksempel', label: 'Eksempel', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kasse 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Takk for besøket!' }];
const ingrid = { Opr: '1', OprN: 'Ingrid Hansen' };
const ola = { Opr: '2', OprN: 'Ola Berg' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const NORWAY_SALES: readonly Tree[] = [
  receipt({ ...ingrid, NF: 'login' }),
  receipt({
    ...ingrid,
    PosA: [
      { _: 'Pos', Dsc: 'Kaffe', TaxG: 'A', Qty: '2', Pri: '48.00', Amt: '96.00', Cat: '04012' },
      { _: 'Pos', Dsc: 'Skolebolle til å ta med', TaxG: 'B', Amt: '39.00', Cat: '04006' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'BankAxept', PayG: 'debitcard', Amt: '135.00', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...ola,
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Fiskesuppe', TaxG: 'A', Amt: '189.00', Cat: '04006' },
      { _: 'Mod', PN: '1', Dsc: 'Rabatt', Prc: '10', Amt: '-18.90' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Kontant', PayG: 'cash', Amt: '200.00' },
      { _: 'Pay', Dsc: 'Veksel', PayG: 'change', Amt: '-29.90' },
    ],
    Foot,
  }),
  receipt({
    ...ola,
    ...{ RTL: 'OSL1', RTT: '1', RTN: '2', Rsn: 'Feil' },
    PosA: [{ _: 'Pos', Dsc: 'Skolebolle til å ta med', TaxG: 'B', Amt: '-39.00', Cat: '04006' }],
    PayA: [{ _: 'Pay', Dsc: 'Retur', PayG: 'refund', Amt: '-39.00' }],
  }),
];

/** Enters a key that no product declaration names. */
export async function openKafe(register: Register): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 1024 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await enter(register, 'key', { file: Buffer.from(pem).toString('base64') });
}
