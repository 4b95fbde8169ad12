/**
 * Which elements the journal export of SKVFS 2021:16 has, in which order and how often, and what their
 * texts look like: what Skatteverket's schema of 8 December 2021 says, told in the way of this house.
 */
import type { Element } from '../../base/cash-register/verify/reader.ts';

/** Namespace of all elements but the root. */
export const PART = 'http://xmls.skatteverket.se/se/skatteverket/td/komponent/utredningsstod/1.0';

/** The month of an organisation is 20 at least, a person has the century. */
const COMPANY =
  /^(?:\d\d[2-9]\d{7}|(?:19|20)\d\d(?:0[13578]|1[02])(?:0[1-9]|[12]\d|3[01])\d{4}|(?:19|20)\d\d(?:0[469]|11)(?:0[1-9]|[12]\d|30)\d{4}|(?:19|20)\d\d02(?:0[1-9]|1\d|2\d)\d{4})$/;

/** Kinds of texts, and what people call them. */
const KINDS: Readonly<Record<string, readonly [RegExp, string]>> = {
  t: [/^.{1,72}$/su, 'a text of 1 to 72 letters'],
  l: [/^.{1,256}$/su, 'a text of 1 to 256 letters'],
  v: [/^.{1,12}$/su, 'a text of 1 to 12 letters'],
  k: [/^.{59}$/su, 'a code of 59 letters'],
  s: [/^.{113}$/su, 'a code of 113 letters'],
  u: [/^[A-Za-z\d -]{17}$/, 'a serial number of 17 letters, digits, blanks and hyphens'],
  y: [/^[A-Za-z\d ]{17}$/, 'a serial number of 17 letters, digits and blanks'],
  r: [
    /^(?=.{1,48}$)[A-Za-z\d-]+(?: [A-Za-z\d-]+)*$/,
    'a serial number of 1 to 48 letters, digits and hyphens',
  ],
  o: [COMPANY, 'an organisation number of 10 digits, or a personal number of 12'],
  n: [/^\d{1,12}$/, 'a number of at most 12 digits'],
  i: [/^\d{1,13}$/, 'a whole number of at most 13 digits'],
  d: [/^(?:-\d{1,10}|\d{1,11})(?:\.\d{1,2})?$/, 'a number with at most two decimals'],
  p: [/^\d{1,11}(?:\.\d{1,2})?$/, 'a number that is not negative, with at most two decimals'],
  m: [/^20[1-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'a time without zone'],
  j: [/^JA$/, 'JA'],
  a: [/^(?:VARA|TJANST)$/, 'VARA or TJANST'],
};

const SELLER = 'ForetagetsNamn:t OrganisationsnummerEllerPersonnummer:o';
const SHOP = `${SELLER} DenAdressDarForsaljningSker:t`;
const DISCOUNTS = 'RabatterPaKvittonivaLISTA? TotaltRabattbeloppPaKvitto:d?';
const FOREIGN = 'TotalaForsaljningsbeloppIUtlandskValutaLISTA?';
const PARKING = 'IdentitetsbeteckningPaParkering:t?';
const TOTAL = `SaldaArtiklarLISTA ${DISCOUNTS} TotaltForsaljningsbeloppISvenskaKronor:d`;
const TAX = 'MervardesskattPaForsaljningsbeloppet:d';
const TAXES = 'MervardesskattPaOlikaSkattesatserLISTA';
const SOLD = `${TOTAL} ${FOREIGN} ${TAX} TotalaForsaljningssummorPerBetalningsmedelLISTA ${TAXES}`;
const SERIAL = 'TillverkningsnummerForKontrollenheten:u|TillverkningsnummerForKontrollsystemet:y';
const UNIT = `LopnummerForZDagrapportPaKvitto:n ${SERIAL}`;
const CODE =
  'Kontrollkod:k|Avstamningskod:s|UtskriftAvKvittoUtanAttKontrollprogrammetHarKontaktMedKontrollservern:j';
const MACHINE =
  'TillverkningsnummerForKassaregistret:r ModellbeteckningForKassaregistret:t ' +
  'ModellEllerProgramForKassaregistret:t VersionsnummerForKassaregistret:t';
const REPORT =
  'TotalForsaljningssumma:d TotalaForsaljningssummorForOlikaHuvudgrupperLISTA? ' +
  'MervardesskattPaOlikaSkattesatserLISTA VaxelkassansBeloppISvenskaKronor:d VaxelkassorIUtlandskValutaLISTA? ' +
  'AntalSaldaVaror:d? AntalSaldaTjanster:d? AntalKassakvitton:i AntalKassaladoppningar:i? AntalKvittokopior:i? ' +
  'TotaltBeloppPaKvittokopior:d? AntalKvittonSomTagitsFramIOvningslage:i? TotaltBeloppIOvningslage:p? ' +
  'TotalaForsaljningssummorPerBetalningsmedelLISTA AntalReturer:i ReturernasBelopp:d RabatternasBelopp:d ' +
  'AntalOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp:i ' +
  'TotaltBeloppAvOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp:p AntalOavslutadeForsaljningar:i ' +
  'TotaltBeloppAvOavslutadeForsaljningar:p GrandTotalForsaljning:p GrandTotalRetur:d GrandTotalNetto:d';
const ARTICLE =
  'IdentitetsbeteckningForRegistreringAvArtiklar:t? TypAvArtikel:a NamnPaHuvudgrupp:t? Artikelnummer:t? Artikelnamn:t';
const REGISTERED =
  `${ARTICLE} AntalAvRegistreradArtikel:d MangdAvRegistreradArtikel:t? ` +
  'EnhetForViktLangdTidEllerVolym:t? PrisPerEnhet:d? PrisPaRegistreradArtikel:d ' +
  'RabatterPaRegistreradArtikelLISTA? MervardesskattesatsForRegistreradArtikel:d ' +
  'MervardesskattPaRegistreradArtikel:d';
const BEFORE =
  'TidigareAntalAvRegistreradArtikel:d TidigareMangdAvRegistreradArtikel:t? ' +
  'TidigareEnhetForViktLangdTidEllerVolym:t? TidigarePrisPerEnhet:d? TidigarePrisPaRegistreradArtikel:d ' +
  'TidigareRabatterPaRegistreradArtikelLISTA? TidigareMervardesskattesatsForRegistreradArtikel:d ' +
  'TidigareMervardesskattPaRegistreradArtikel:d';
const ORIGINAL = 'UrsprungligRegistreringstidpunkt:m';
const MONEY = 'UtlandskValuta:t BeloppIUtlandskValuta:d';

/** Receipts, by the element that they are; bills are none. */
export const RECEIPTS: readonly string[] = [
  'Kassakvitto',
  'Returkvitto',
  'KopiaAvKassakvitto',
  'Ovningskvitto',
];

const EVENTS = [
  ...['RegistreraArtikel', 'AndraRegistreradArtikel', 'RaderaRegistreradArtikel'],
  ...['ParkeraRegistreradArtikel', 'OppnaParkering', 'RaderaParkeradArtikel', 'AndraParkeradArtikel'],
  ...['FlyttaParkeradArtikel', 'StangaParkering', 'OppnaKassaladaVidNollforsaljning:j', 'AnvandaClear:j'],
  ...[
    'StallaPrisforfragan',
    'ForandraVaxelkassa',
    ...RECEIPTS,
    'ProFormaKvitto',
    'XDagrapport',
    'ZDagrapport',
  ],
  ...['OvrigRapport', 'StartAvKassaregister:j', 'StoppAvKassaregister:j', 'OmstartAvKassaregister:j'],
  ...['InloggningIKassaregister:j', 'UtloggningUrKassaregister:j', 'StallaOmKlockan'],
  ...['StallaOmTillOvningslage:j', 'StallaOmTillNormallage:j', 'StatuskodFranKontrollprogrammet:t'],
  'VerifieringAvKvittodataMellanKontrollprogramOchKontrollserver',
].join('|');

/** Content of elements that have others: `name:kind` with `?`, `*` or `+`, or one of several. */
const CONTENT: Readonly<Record<string, string>> = {
  ValdPeriodForExportAvDataFranJournalminne:
    'ValdStarttidpunktForExportAvDataFranJournalminnet:m ValdSluttidpunktForExportAvDataFranJournalminnet:m',
  BeteckningPaValdaKassaregisterForExportAvDataFranJournalminnenLISTA:
    'BeteckningPaValtKassaregisterForExportAvDataFranJournalminnet:t+',
  InformationOmForetaget:
    'OrganisationsnummerEllerPersonnummer:o ForetagetsNamn:t NamnPaVerksamheten:t? DenAdressDarForsaljningSker:t',
  Kassaregistersystemet: `${MACHINE} Kassabeteckning:t ${SERIAL}`,
  Handelse: `InloggadAnvandare:t? Kassabeteckning:t Registreringstidpunkt:m ${EVENTS}`,
  Kassakvitto:
    `${SHOP} DatumOchKlockslagNarKvittoFramstalls:m LopnummerForKassakvitto:n Kassabeteckning:t ${PARKING} ` +
    `${SOLD} ElektronisktKassakvitto:j? ${UNIT} ${CODE}`,
  Returkvitto:
    `${SHOP} DatumOchKlockslagNarReturkvittoFramstalls:m LopnummerForKassakvitto:n ` +
    `LopnummerForUrsprungligtKassakvitto:n? Kassabeteckning:t ${SOLD} ElektronisktKassakvitto:j? ${UNIT} ${CODE}`,
  KopiaAvKassakvitto:
    `${SHOP} DatumOchKlockslagNarKvittoFramstalls:m DatumOchKlockslagNarOriginalkvittoFramstalldes:m ` +
    `LopnummerForKvittokopia:n LopnummerPaOriginalkvitto:n Kassabeteckning:t ${PARKING} ${SOLD} ` +
    `KontrollkodPaKopiaAvKassakvitto:k? ElektroniskKopiaAvKassakvitto:j? ${UNIT} ` +
    'KontrollkodForKvittotSomKopianAvser:k|AvstamningskodForKvittotSomKopianAvser:s|OriginalkvittoUtskrivetUtanKontaktMedKontrollservern:j',
  ProFormaKvitto:
    `${SHOP} DatumOchKlockslagNarProFormaKvittoFramstalls:m Kassabeteckning:t ${PARKING} ` +
    `${TOTAL} ${TAX} ${TAXES} ${SERIAL}`,
  Ovningskvitto:
    `${SHOP} DatumOchKlockslagNarKvittoFramstalls:m LopnummerForOvningskvitto:v? Kassabeteckning:t ` +
    `${PARKING} ${SOLD} ${UNIT}`,
  SaldaArtiklarLISTA: 'SaldArtikel+',
  SaldArtikel:
    `${ARTICLE} AntalAvSaldArtikel:d MangdAvSaldArtikel:t? EnhetForViktLangdTidEllerVolym:t? ` +
    'PrisPerEnhet:d? PrisPaSaldArtikel:d RabatterPaSaldArtikelLISTA? MervardesskattesatsForSaldArtikel:d ' +
    'MervardesskattPaSaldArtikel:d ArtikelnsRegistreringstidpunkt:m',
  RabatterPaSaldArtikelLISTA: 'RabattPaSaldArtikel+',
  RabattPaSaldArtikel: 'BenamningPaRabatt:t? RabattensBelopp:d',
  RabatterPaRegistreradArtikelLISTA: 'RabattPaRegistreradArtikel+',
  RabattPaRegistreradArtikel: 'BenamningPaRabatt:t? RabattensBelopp:d',
  RabatterPaKvittonivaLISTA: 'RabattPaKvittoniva+',
  RabattPaKvittoniva: 'BenamningPaRabatt:t? RabattensBeloppPaKvittoniva:d',
  TidigareRabatterPaRegistreradArtikelLISTA: 'TidigareRabattPaRegistreradArtikel+',
  TidigareRabattPaRegistreradArtikel: 'TidigareBenamningPaRabatt:t? TidigareBeloppPaRabatten:d',
  TotalaForsaljningsbeloppIUtlandskValutaLISTA: 'TotaltForsaljningsbeloppIUtlandskValuta+',
  TotaltForsaljningsbeloppIUtlandskValuta: MONEY,
  TotalaForsaljningssummorPerBetalningsmedelLISTA: 'TotalForsaljningssummaPerBetalningsmedel+',
  TotalForsaljningssummaPerBetalningsmedel: 'Betalningsmedel:t ForsaljningssummaPerBetalningsmedel:d',
  TotalaForsaljningssummorForOlikaHuvudgrupperLISTA: 'TotalForsaljningssummaForOlikaHuvudgrupper+',
  TotalForsaljningssummaForOlikaHuvudgrupper: 'NamnPaHuvudgrupp:t? TotalForsaljningssummaForHuvudgrupp:d',
  VaxelkassorIUtlandskValutaLISTA: 'VaxelkassaIUtlandskValuta+',
  VaxelkassaIUtlandskValuta: MONEY,
  MervardesskattPaOlikaSkattesatserLISTA: 'MervardesskattPerSkattesats+',
  MervardesskattPerSkattesats: 'Mervardesskattesats:p TotaltMervardesskattebeloppPerSkattesats:d',
  XDagrapport: `${SELLER} DatumOchKlockslagNarRapportFramstalls:m Kassabeteckning:t ${REPORT}`,
  ZDagrapport: `${SELLER} DatumOchKlockslagNarRapportFramstalls:m LopnummerForZDagrapport:n Kassabeteckning:t ${MACHINE} ${REPORT}`,
  OvrigRapport: 'NamnPaOvrigRapport:t Sokparameter:l',
  RegistreraArtikel: REGISTERED,
  AndraRegistreradArtikel: `${REGISTERED} ${BEFORE} ${ORIGINAL} OrsakTillAndring:t?`,
  RaderaRegistreradArtikel: `${REGISTERED} ${ORIGINAL} TypAvRadering:t?`,
  ParkeraRegistreradArtikel: `${REGISTERED} ${PARKING}`,
  OppnaParkering: PARKING,
  StangaParkering: PARKING,
  RaderaParkeradArtikel: `${REGISTERED} ${PARKING} ${ORIGINAL} TypAvRadering:t?`,
  AndraParkeradArtikel: `${REGISTERED} ${BEFORE} ${PARKING} ${ORIGINAL} OrsakTillAndring:t?`,
  FlyttaParkeradArtikel: `${REGISTERED} ${PARKING} IdentitetsbeteckningForTidigareParkering:t?`,
  StallaPrisforfragan: 'NamnPaHuvudgrupp:t? Artikelnummer:t? Artikelnamn:t PrisPaEfterfragadArtikel:d',
  ForandraVaxelkassa: 'ForandringAvVaxelkassaISvenskaKronor:d|ForandringAvVaxelkassaIUtlandskValuta',
  ForandringAvVaxelkassaIUtlandskValuta: MONEY,
  StallaOmKlockan: 'NyTidVidOmstallningAvKlockan:m',
  VerifieringAvKvittodataMellanKontrollprogramOchKontrollserver: 'LopnummerForKassakvitto:n Avstamningskod:s',
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
