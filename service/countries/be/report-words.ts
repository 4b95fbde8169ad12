/** Labels of reports about turnover and users on Belgian paper. */
import type { LANGUAGES } from './settings.ts';

/** Words of one language. */
interface ReportWords {
  report: string;
  bookingDate: string;
  tickets: string;
  department: string;
  change: string;
  /** By reason of the FDM. */
  negatives: Readonly<Record<string, string>>;
  invoice: string;
  drawer: string;
  user: string;
  workIn: string;
  workOut: string;
}

/** See above. */
export const REPORT_WORDS: Readonly<Record<(typeof LANGUAGES)[number], ReportWords>> = {
  nl: {
    report: 'Rapportnummer',
    bookingDate: 'Boekingsdatum',
    tickets: 'Tickets',
    department: 'Groep',
    change: 'Prijswijziging',
    negatives: { REFUND: 'Terugnames', CORRECTION: 'Correcties', WASTE: 'Verlies', DAMAGE: 'Schade' },
    invoice: 'Factuur',
    drawer: 'Lade geopend',
    user: 'Gebruiker',
    workIn: 'werk in',
    workOut: 'werk uit',
  },
  fr: {
    report: 'Numéro de rapport',
    bookingDate: 'Date comptable',
    tickets: 'Tickets',
    department: 'Groupe',
    change: 'Modification de prix',
    negatives: { REFUND: 'Remboursements', CORRECTION: 'Corrections', WASTE: 'Pertes', DAMAGE: 'Dommages' },
    invoice: 'Facture',
    drawer: 'Ouvertures du tiroir',
    user: 'Utilisateur',
    workIn: 'début du travail',
    workOut: 'fin du travail',
  },
  de: {
    report: 'Berichtsnummer',
    bookingDate: 'Buchungstag',
    tickets: 'Bons',
    department: 'Gruppe',
    change: 'Preisänderung',
    negatives: { REFUND: 'Rücknahmen', CORRECTION: 'Korrekturen', WASTE: 'Verlust', DAMAGE: 'Schaden' },
    invoice: 'Rechnung',
    drawer: 'Lade geöffnet',
    user: 'Benutzer',
    workIn: 'Arbeitsbeginn',
    workOut: 'Arbeitsende',
  },
};
