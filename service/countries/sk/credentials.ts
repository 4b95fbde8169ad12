/** The authentication data of a register, and the system that it talks to. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import {
  certificateStore,
  type CertificateStore,
  type CompanyCertificate,
} from '../base/online/company-certificate.ts';
import { environment } from '../base/online/environment.ts';
import { numbersAfterRestore } from '../base/online/restored.ts';
import { childText, readXml } from '../base/xml-reader.ts';
import { dicOf } from './tax-number.ts';

/** Namespace of authentication and identification data. */
export const UDAJE_NAMESPACE = 'http://financnasprava.sk/ekasa/udaje/schema/v2';
const CODE = /(?<!\d)(\d{16,17})(?!\d)/;

const STORE = certificateStore({
  country: 'SK',
  taxNumber: ({ Cmp }) => dicOf(Cmp.TaxId),
  numberName: 'DIČ',
  register: (cfg: Cfg) => {
    const { TL, TT } = configuredTerminal(cfg);
    return `${TL}/${TT}`;
  },
});

/** Certificates of Slovak registers: each has its own, which names company and register. */
export const CERTIFICATES: CertificateStore = {
  ...STORE,
  async read(file, ...how) {
    const read = await STORE.read(keyStoreIn(file), ...how);
    if ('problem' in read || registerCode(read) !== '') return read;
    return { problem: 'not-fiscal', text: 'the certificate names no register code' };
  },
};

/** PKCS #12 of authentication data (`authdata_….xml`); what is none stays as it is. */
export function keyStoreIn(file: Buffer): Buffer {
  if (!file.subarray(0, 100).toString('latin1').includes('<')) return file;
  const read = readXml(file);
  if ('problem' in read || read.root.name !== 'AuthData' || read.root.namespace !== UDAJE_NAMESPACE)
    return file;
  return Buffer.from(childText(read.root, 'Data'), 'base64');
}

/** The register's code at eKasa, 16 or 17 digits; empty where the certificate has none. */
export function registerCode({ certificate }: Pick<CompanyCertificate, 'certificate'>): string {
  return CODE.exec(certificate.subject)?.[1] ?? '';
}

/** `SK_Ekasa`: another system than the authority's, such as the emulator; `SK_EkasaCA`: whom its answers are believed by. */
export const ENVIRONMENT = environment('SK', {
  address: (attributes) => attributes.text('SK_Ekasa'),
  file: (attributes) => attributes.text('SK_EkasaCA'),
});

/** Receipts are counted by eKasa. */
export const NUMBERS = numbersAfterRestore('SK');

/** State key of the highest receipt number of a month. @param at local time of creation */
export function numberKeyOf(at: string): string {
  return `SK/number ${at.slice(0, 7)}`;
}
