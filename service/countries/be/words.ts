/**
 * What the law wants to read on Belgian receipts, in the language of the region, and labels of
 * what the FDM gives. German is that of the East Cantons.
 */
import type { ReceiptLanguage } from './settings.ts';

/** Words of one language. */
interface ReceiptWords {
  title: string;
  training: string;
  proForma: string;
  nonfiscal: string;
  refund: string;
  copy: string;
  invoice: string;
  order: string;
  transfer: string;
  preBill: string;
  workIn: string;
  workOut: string;
  drawer: string;
  money: string;
  correction: string;
  turnoverX: string;
  turnoverZ: string;
  userX: string;
  userZ: string;
  ticket: string;
  reference: string;
  fdm: string;
  fdmTime: string;
  counter: string;
  signature: string;
  hash: string;
  pos: string;
  card: string;
  version: string;
  unit: string;
  terminal: string;
  vat: string;
}

export const WORDS: Readonly<Record<ReceiptLanguage, ReceiptWords>> = {
  nl: {
    title: 'BTW-kasticket',
    training: 'TRAINING - dit is geen geldig kasticket',
    proForma: 'pro forma - dit is geen geldig btw-kasticket',
    nonfiscal: 'dit is geen geldig btw-kasticket',
    refund: 'BTW-kasticket - terugname',
    copy: 'KOPIE',
    invoice: 'Factuur',
    order: 'Bestelbon',
    transfer: 'Tafelwissel',
    preBill: 'Voorlopige rekening',
    workIn: 'Werk in',
    workOut: 'Werk uit',
    drawer: 'Lade geopend',
    money: 'Kasbeweging',
    correction: 'Correctie betaling',
    turnoverX: 'X-rapport omzet',
    turnoverZ: 'Z-rapport omzet',
    userX: 'X-rapport gebruikers',
    userZ: 'Z-rapport gebruikers',
    ticket: 'Ticketnummer',
    reference: 'Referentie',
    fdm: 'FDM',
    fdmTime: 'FDM datum en uur',
    counter: 'Tellers',
    signature: 'Handtekening',
    hash: 'PLU-hash',
    pos: 'Kassa',
    card: 'VSC',
    version: 'Software',
    unit: 'Vestigingseenheid',
    terminal: 'Terminal',
    vat: 'BTW',
  },
  fr: {
    title: 'Ticket de caisse TVA',
    training: 'FORMATION - ceci n’est pas un ticket de caisse valable',
    proForma: 'pro forma - ceci n’est pas un ticket de caisse TVA valable',
    nonfiscal: 'ceci n’est pas un ticket de caisse TVA valable',
    refund: 'Ticket de caisse TVA - remboursement',
    copy: 'COPIE',
    invoice: 'Facture',
    order: 'Bon de commande',
    transfer: 'Transfert de table',
    preBill: 'Addition provisoire',
    workIn: 'Début du travail',
    workOut: 'Fin du travail',
    drawer: 'Ouverture du tiroir',
    money: 'Mouvement de caisse',
    correction: 'Correction de paiement',
    turnoverX: 'Rapport X chiffre d’affaires',
    turnoverZ: 'Rapport Z chiffre d’affaires',
    userX: 'Rapport X utilisateurs',
    userZ: 'Rapport Z utilisateurs',
    ticket: 'Numéro de ticket',
    reference: 'Référence',
    fdm: 'FDM',
    fdmTime: 'Date et heure FDM',
    counter: 'Compteurs',
    signature: 'Signature',
    hash: 'Hash PLU',
    pos: 'Caisse',
    card: 'VSC',
    version: 'Logiciel',
    unit: 'Unité d’établissement',
    terminal: 'Terminal',
    vat: 'TVA',
  },
  de: {
    title: 'Mehrwertsteuer-Kassenbon',
    training: 'SCHULUNG - dies ist kein gültiger Kassenbon',
    proForma: 'pro forma - dies ist kein gültiger Mehrwertsteuer-Kassenbon',
    nonfiscal: 'dies ist kein gültiger Mehrwertsteuer-Kassenbon',
    refund: 'Mehrwertsteuer-Kassenbon - Rücknahme',
    copy: 'KOPIE',
    invoice: 'Rechnung',
    order: 'Bestellung',
    transfer: 'Tischwechsel',
    preBill: 'Vorläufige Rechnung',
    workIn: 'Arbeitsbeginn',
    workOut: 'Arbeitsende',
    drawer: 'Lade geöffnet',
    money: 'Kassenbewegung',
    correction: 'Zahlungskorrektur',
    turnoverX: 'X-Bericht Umsatz',
    turnoverZ: 'Z-Bericht Umsatz',
    userX: 'X-Bericht Benutzer',
    userZ: 'Z-Bericht Benutzer',
    ticket: 'Bonnummer',
    reference: 'Referenz',
    fdm: 'FDM',
    fdmTime: 'FDM Datum und Uhrzeit',
    counter: 'Zähler',
    signature: 'Signatur',
    hash: 'PLU-Hash',
    pos: 'Kasse',
    card: 'VSC',
    version: 'Software',
    unit: 'Niederlassungseinheit',
    terminal: 'Terminal',
    vat: 'MwSt.',
  },
};
