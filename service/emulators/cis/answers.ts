/** The answers of the CIS. Codes are its own, the Croatian sentences the emulator's. */
import { escapeXml } from '../../countries/base/xml-writer.ts';
import type { Element } from '../xml.ts';
import { NAMESPACE } from './schema.ts';
import { envelope } from './sign-answer.ts';
import { zagrebTime } from './time.ts';

/** Code of a change that was taken. */
export const DONE = 'p001';

/** A reason to refuse, or a remark of `provjera`. */
export interface Finding {
  code: string;
  /** What it is about. */
  about?: string;
}

const MESSAGES: Readonly<Record<string, string>> = {
  p001: 'Zaprimljeno',
  s001: 'Poruka ne odgovara shemi ili ima neispravnu vrijednost',
  s002: 'Certifikat nije izdao ispravni izdavatelj, istekao je ili je opozvan',
  s003: 'Certifikat nema potrebne podatke',
  s004: 'Potpis poruke nije ispravan',
  s005: 'OIB u poruci nije OIB iz certifikata',
  s006: 'Greška sustava',
  s007: 'Način plaćanja mijenja se samo na dan izdavanja računa',
  s008: 'Nema takvog računa za promjenu načina plaćanja',
  s009: 'Napojnica se prijavljuje najkasnije dva dana nakon računa',
  s010: 'Nema takvog računa za napojnicu',
  s011: 'Podaci računa više se ne mogu mijenjati',
  s012: 'Nema takvog računa za promjenu podataka',
  s013: 'Poruka je odbijena po posebnom pravilu',
  v100: 'Račun je ispravan',
  v101: 'Račun je dostavljen više od 6 sati nakon izdavanja, a nije označen kao naknadna dostava',
  v103: 'Račun je izdan u budućnosti',
  v105: 'Broj računa je nula',
  v106: 'Broj računa ima više od šest znamenki',
  v110: 'Nepostojeća stopa poreza',
  v113: 'Iznos poreza nije osnovica puta stopa',
  v137: 'Ukupan iznos nije zbroj stavki',
  v141: 'SpecNamj mora biti prazan',
  v152: 'Račun je izdan prije više od 2 dana',
  v153: 'Račun je izdan prije više od 5 dana',
};

/** What an answer says besides its header. */
export interface AnswerContent {
  /** Of a receipt. */
  jir?: string;
  /** Of a change that was taken. */
  done?: true;
  /** Elements that come back: the receipt that was checked, hours of a place. */
  elements?: readonly Element[];
  findings?: readonly Finding[];
}

/** What stands in an answer before its signature, canonical; `id` is that of the request, which may be empty. */
export function answerContent(
  id: string,
  now: number,
  { jir, done, elements = [], findings = [] }: AnswerContent,
): string {
  const errors = findings.map(({ code, about }) =>
    branch('Greska', leaf('SifraGreske', code), leaf('PorukaGreske', messageOf(code, about))),
  );
  return [
    branch('Zaglavlje', leaf('IdPoruke', id), leaf('DatumVrijeme', zagrebTime(now))),
    jir === undefined ? '' : leaf('Jir', jir),
    done ? branch('PorukaOdgovora', leaf('SifraPoruke', DONE), leaf('Poruka', messageOf(DONE))) : '',
    ...elements.map(elementText),
    errors.length === 0 ? '' : branch('Greske', ...errors),
  ].join('');
}

/** The answer of `echo`, which nobody signs. */
export function echoAnswer(text: string): string {
  return envelope(leaf('EchoResponse', text).replace('>', ` xmlns:tns="${NAMESPACE}">`));
}

/** A SOAP fault: what was sent is no message of the service. */
export function faultAnswer(text: string): string {
  return envelope(
    `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${escapeXml(text)}</faultstring></soap:Fault>`,
  );
}

/** At most 500 characters, as the schema has it. */
function messageOf(code: string, about?: string): string {
  return `${MESSAGES[code] ?? 'Greška'}${about === undefined ? '.' : `: ${about}`}`.slice(0, 500);
}

function elementText({ name, text, children }: Element): string {
  return children.length > 0 ? branch(name, ...children.map(elementText)) : leaf(name, text);
}

/** Canonical: never short for an empty element, and no quotes escaped. */
function leaf(name: string, text: string): string {
  return branch(name, escapeXml(text).replaceAll('&quot;', '"').replaceAll('&#13;', '&#xD;'));
}

function branch(name: string, ...inner: string[]): string {
  return `<tns:${name}>${inner.join('')}</tns:${name}>`;
}
