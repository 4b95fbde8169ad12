/**
 * Which elements the journal export of SKVFS 2021:16 has, in which order and how often, and what
 * their texts look like: as far as the names of the official schema are known, which was not at hand.
 */
import type { Element } from '../../base/cash-register/verify/reader.ts';

/** Namespace of all elements but the root. */
export const PART = 'http://xmls.skatteverket.se/se/skatteverket/td/komponent/utredningsstod/1.0';

/** Kinds of texts, and what people call them. */
const KINDS: Readonly<Record<string, readonly [RegExp, string]>> = {
  t: [/^.{1,72}$/su, 'a text of 1 to 72 letters'],
  // Codes of control servers are longer than other texts.
  c: [/^[\x21-\x7e]{1,400}$/, 'a code'],
  o: [/^\d{10}(?:\d\d)?$/, 'a number of 10 or 12 digits'],
  n: [/^\d{1,15}$/, 'a whole number'],
  d: [/^-?\d{1,15}(?:\.\d{1,2})?$/, 'a number with at most two decimals'],
  m: [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'a time without zone'],
  j: [/^JA$/, 'JA'],
  a: [/^(?:VARA|TJANST)$/, 'VARA or TJANST'],
};

const SELLER = 'ForetagetsNamn:t OrganisationsnummerEllerPersonnummer:o';
const SHOP = `${SELLER} DenAdressDarForsaljningSker:t`;
const SOLD =
  'Kassabeteckning:t SaldaArtiklarLISTA TotaltForsaljningsbeloppISvenskaKronor:d ' +
  'MervardesskattPaForsaljningsbeloppet:d TotalaForsaljningssummorPerBetalningsmedelLISTA ' +
  'MervardesskattPaOlikaSkattesatserLISTA';
const UNIT =
  'LopnummerForZDagrapportPaKvitto:n ' +
  'TillverkningsnummerForKontrollenheten:t|TillverkningsnummerForKontrollsystemet:t';
const CODE = 'Kontrollkod:t|Avstamningskod:c';
const MACHINE =
  'TillverkningsnummerForKassaregistret:t ModellbeteckningForKassaregistret:t ' +
  'ModellEllerProgramForKassaregistret:t VersionsnummerForKassaregistret:t';
const REPORT =
  'TotalForsaljningssumma:d MervardesskattPaOlikaSkattesatserLISTA VaxelkassansBeloppISvenskaKronor:d ' +
  'AntalKassakvitton:n AntalKassaladoppningar:n AntalKvittokopior:n TotaltBeloppPaKvittokopior:d ' +
  'AntalKvittonSomTagitsFramIOvningslage:n TotalaForsaljningssummorPerBetalningsmedelLISTA AntalReturer:n ' +
  'ReturernasBelopp:d RabatternasBelopp:d AntalOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp:n ' +
  'TotaltBeloppAvOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp:d AntalOavslutadeForsaljningar:n ' +
  'TotaltBeloppAvOavslutadeForsaljningar:d GrandTotalForsaljning:d GrandTotalRetur:d GrandTotalNetto:d';
const REGISTERED =
  'TypAvArtikel:a Artikelnummer:t? Artikelnamn:t AntalAvRegistreradArtikel:d ' +
  'EnhetForViktLangdTidEllerVolym:t? PrisPerEnhet:d PrisPaRegistreradArtikel:d ' +
  'RabatterPaRegistreradArtikelLISTA? MervardesskattesatsForRegistreradArtikel:d ' +
  'MervardesskattPaRegistreradArtikel:d';
const PARKED = `${REGISTERED} IdentitetsbeteckningPaParkering:t?`;

/** Receipts, by the element that they are. */
export const RECEIPTS: readonly string[] = [
  'Kassakvitto',
  'Returkvitto',
  'KopiaAvKassakvitto',
  'Ovningskvitto',
];

const EVENTS = [
  ...RECEIPTS,
  ...['XDagrapport', 'ZDagrapport', 'InloggningIKassaregister:j', 'UtloggningUrKassaregister:j'],
  ...['ParkeraRegistreradArtikel', 'RegistreraArtikel', 'RaderaRegistreradArtikel'],
  ...['StartAvKassaregister:j', 'StoppAvKassaregister:j'],
].join('|');

/** Content of elements that have others: `name:kind` with `?`, `*` or `+`, or one of several. */
const CONTENT: Readonly<Record<string, string>> = {
  ValdPeriodForExportAvDataFranJournalminne:
    'ValdStarttidpunktForExportAvDataFranJournalminnet:m ValdSluttidpunktForExportAvDataFranJournalminnet:m',
  BeteckningPaValdaKassaregisterForExportAvDataFranJournalminnenLISTA:
    'BeteckningPaValtKassaregisterForExportAvDataFranJournalminnet:t+',
  InformationOmForetaget:
    'OrganisationsnummerEllerPersonnummer:o ForetagetsNamn:t DenAdressDarForsaljningSker:t',
  Kassaregistersystemet: `${MACHINE} Kassabeteckning:t TillverkningsnummerForKontrollenheten:t`,
  Handelse: `InloggadAnvandare:t? Kassabeteckning:t Registreringstidpunkt:m ${EVENTS}`,
  Kassakvitto: `${SHOP} DatumOchKlockslagNarKvittoFramstalls:m LopnummerForKassakvitto:n ${SOLD} ${UNIT} ${CODE}`,
  Returkvitto: `${SHOP} DatumOchKlockslagNarReturkvittoFramstalls:m LopnummerForKassakvitto:n ${SOLD} ${UNIT} ${CODE}`,
  KopiaAvKassakvitto:
    `${SHOP} DatumOchKlockslagNarKvittoFramstalls:m DatumOchKlockslagNarOriginalkvittoFramstalldes:m ` +
    `LopnummerForKvittokopia:n LopnummerPaOriginalkvitto:n ${SOLD} KontrollkodPaKopiaAvKassakvitto:c? ${UNIT} ` +
    'KontrollkodForKvittotSomKopianAvser:c?',
  Ovningskvitto: `${SHOP} DatumOchKlockslagNarKvittoFramstalls:m LopnummerForOvningskvitto:n? ${SOLD} ${UNIT} ${CODE}?`,
  SaldaArtiklarLISTA: 'SaldArtikel+',
  SaldArtikel:
    'TypAvArtikel:a Artikelnummer:t? Artikelnamn:t AntalAvSaldArtikel:d EnhetForViktLangdTidEllerVolym:t? ' +
    'PrisPerEnhet:d PrisPaSaldArtikel:d RabatterPaSaldArtikelLISTA? MervardesskattesatsForSaldArtikel:d ' +
    'MervardesskattPaSaldArtikel:d ArtikelnsRegistreringstidpunkt:m',
  RabatterPaSaldArtikelLISTA: 'RabattPaSaldArtikel+',
  RabattPaSaldArtikel: 'RabattensBelopp:d',
  RabatterPaRegistreradArtikelLISTA: 'RabattPaRegistreradArtikel+',
  RabattPaRegistreradArtikel: 'RabattensBelopp:d',
  TotalaForsaljningssummorPerBetalningsmedelLISTA: 'TotalForsaljningssummaPerBetalningsmedel+',
  TotalForsaljningssummaPerBetalningsmedel: 'Betalningsmedel:t ForsaljningssummaPerBetalningsmedel:d',
  MervardesskattPaOlikaSkattesatserLISTA: 'MervardesskattPerSkattesats+',
  MervardesskattPerSkattesats: 'Mervardesskattesats:d TotaltMervardesskattebeloppPerSkattesats:d',
  XDagrapport: `${SELLER} DatumOchKlockslagNarRapportFramstalls:m Kassabeteckning:t ${REPORT}`,
  ZDagrapport: `${SELLER} DatumOchKlockslagNarRapportFramstalls:m LopnummerForZDagrapport:n Kassabeteckning:t ${MACHINE} ${REPORT}`,
  RegistreraArtikel: REGISTERED,
  ParkeraRegistreradArtikel: PARKED,
  RaderaRegistreradArtikel: PARKED,
};

/** Elements of the head that are told one by one, in their order, and whether there must be one. */
export const HEAD: readonly (readonly [name: string, kind: string, mustBe: boolean])[] = [
  ['InloggadAnvandareVidExportAvDataFranJournalminnet', 't', false],
  ['BeteckningPaDetKassaregisterSomExportAvDataFranJournalminnetSkerIfran', 't', true],
  ['TidpunktForNarExportAvDataFranJournalminnetSker', 'm', true],
  ['ValdPeriodForExportAvDataFranJournalminne', '', true],
  ['BeteckningPaValdaKassaregisterForExportAvDataFranJournalminnenLISTA', '', true],
  ['InformationOmForetaget', '', true],
  ['Kassaregistersystemet', '', true],
];

interface Part {
  names: readonly { name: string; kind: string }[];
  least: number;
  most: number;
}

const PARTS = new Map(Object.entries(CONTENT).map(([name, text]) => [name, text.split(' ').map(partOf)]));

function partOf(text: string): Part {
  const mark = /[?*+]$/.exec(text)?.[0] ?? '';
  const names = (mark === '' ? text : text.slice(0, -1)).split('|').map((each) => {
    const [name = '', kind = ''] = each.split(':');
    return { name, kind };
  });
  return {
    names,
    least: mark === '?' || mark === '*' ? 0 : 1,
    most: mark === '*' || mark === '+' ? Infinity : 1,
  };
}

/** What is wrong with the form of an element: the first thing in it. @param kind of its text; empty for one with others in it */
export function formOf(element: Element, kind: string): string | null {
  const { name, space, text, children } = element;
  if (space !== PART) return `${name} is of another namespace`;
  if (kind !== '') {
    const [pattern, what] = KINDS[kind]!;
    return children.length === 0 && pattern.test(text) ? null : `${name} must be ${what}`;
  }
  let next = 0;
  for (const { names, least, most } of PARTS.get(name) ?? []) {
    let count = 0;
    for (; count < most; count++) {
      const child = children[next];
      const found = child && names.find((each) => each.name === child.name);
      if (!found) break;
      const problem = formOf(child, found.kind);
      if (problem !== null) return `${name}: ${problem}`;
      next += 1;
    }
    if (count < least)
      return `${name} has no ${names.length > 3 ? 'event that is known' : names.map((each) => each.name).join(' or ')} where it must have one`;
  }
  const more = children[next];
  return more ? `${name} has ${more.name} where there must be none` : null;
}
