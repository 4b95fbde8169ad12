/** The tax administration's service CIS: where it is, what it offers, and how it writes times. */

/** Namespace of all messages. */
export const F73 = 'http://www.apis-it.hr/fin/2012/types/f73';

/** Where receipts are reported, and the common name of the certificate that answers are signed with. */
export interface CisSystem {
  url: string;
  signer: string;
}

const PRODUCTION: CisSystem = {
  url: 'https://cis.porezna-uprava.hr:8449/FiskalizacijaService',
  signer: 'fiskalcis',
};
export const TEST: CisSystem = {
  url: 'https://cistest.apis-it.hr:8449/FiskalizacijaServiceTest',
  signer: 'fiskalcistest',
};

/** What the profile asks for: Fiscal_Test chooses the test system. */
export function cisSystem(isTest: boolean): CisSystem {
  return isTest ? TEST : PRODUCTION;
}

/** Operations by name, with the beginning of the names of their messages. `provjera` is of the test system alone. */
export const OPERATIONS = {
  racuni: 'Racun',
  provjera: 'Provjera',
  promijeniNacPlac: 'PromijeniNacPlac',
  napojnica: 'Napojnica',
  promijeniPodatkeRacuna: 'PromijeniPodatkeRacuna',
  prijaviRadnoVrijeme: 'PrijaviRadnoVrijeme',
  obrisiRadnoVrijeme: 'ObrisiRadnoVrijeme',
  dohvatiRadnoVrijeme: 'DohvatiRadnoVrijeme',
} as const;

export type Operation = keyof typeof OPERATIONS;

/** Value of the HTTP header SOAPAction, without quotes. */
export function soapAction(operation: Operation | 'echo'): string {
  // As the WSDL of version 1.9 has it: prijaviRadnoVrijeme bears the name of its neighbour.
  const name = operation === 'prijaviRadnoVrijeme' ? 'promijeniPodatkeRacuna' : operation;
  return `http://e-porezna.porezna-uprava.hr/fiskalizacija/2012/services/FiskalizacijaService/${name}`;
}

/** A local time `YYYY-MM-DDThh:mm:ss` as `DD.MM.YYYY`, what is between, and `hh:mm:ss`. */
export function croatianTime(time: string, between: 'T' | ' '): string {
  return `${croatianDate(time)}${between}${time.slice(11, 19)}`;
}

/** `YYYY-MM-DD` as `DD.MM.YYYY`. */
export function croatianDate(date: string): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}
