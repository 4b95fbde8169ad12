/** The journal of technical events (JET): codes that this version writes, with their names. */

/** Code and label of an event. */
export const EVENTS = {
  '10': 'Modification d’une numérotation continue',
  '20': 'Archivage d’une période intermédiaire',
  '30': 'Archivage de l’exercice',
  '40': 'Fin de session',
  '50': 'Clôture de période',
  '60': 'Clôture d’exercice',
  '70': 'Début de mode dégradé',
  '80': 'Début de session',
  '90': 'Défaut d’intégrité',
  '110': 'Export de données',
  '120': 'Fin de mode dégradé',
  '126': 'Ajout d’un poste',
  '127': 'Retrait d’un poste',
  '130': 'Modification des droits d’un utilisateur',
  '170': 'Comptage du tiroir-caisse',
  '190': 'Annulation ou retour',
  '240': 'Modification des données de l’entreprise',
  '250': 'Nouvelle version du logiciel',
  '260': 'Initialisation des données',
  '270': 'Modification d’un paramètre de conformité',
  '280': 'Contrôle fiscal',
  '290': 'Échange de données avec la comptabilité',
  '320': 'Abandon d’une transaction en cours',
  '330': 'Début de clôture',
  '910': 'Montant hors chiffre d’affaires',
} as const;

/** See {@link EVENTS}. */
export type EventCode = keyof typeof EVENTS;

/** Label of a code; empty for one that this version does not write. */
export function labelOf(code: string): string {
  return Object.hasOwn(EVENTS, code) ? EVENTS[code as EventCode] : '';
}
