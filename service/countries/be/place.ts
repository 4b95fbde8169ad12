/** Where an order is for: transaction points (TP) such as `12`, `TABLE 12` or `ROOM 4`. */
import type { ReceiptLanguage } from './settings.ts';

/** Kinds of places that an FDM knows. */
const PLACES = [
  ...(['TABLE', 'CHAIR', 'ROOM', 'CUSTOMER', 'ON_HOLD', 'KIOSK', 'PLATFORM', 'WEBSHOP', 'OTHER'] as const),
] as const;
type PlaceKind = (typeof PLACES)[number];

/** What the kinds are called on paper; nothing for what nobody knows the kind of. */
const NAMES: Readonly<Record<ReceiptLanguage, Record<PlaceKind, string>>> = {
  nl: {
    ...{ TABLE: 'Tafel', CHAIR: 'Stoel', ROOM: 'Kamer', CUSTOMER: 'Klant', ON_HOLD: 'In de wacht' },
    ...{ KIOSK: 'Kiosk', PLATFORM: 'Platform', WEBSHOP: 'Webshop', OTHER: '' },
  },
  fr: {
    ...{ TABLE: 'Table', CHAIR: 'Chaise', ROOM: 'Chambre', CUSTOMER: 'Client', ON_HOLD: 'En attente' },
    ...{ KIOSK: 'Borne', PLATFORM: 'Plateforme', WEBSHOP: 'Boutique en ligne', OTHER: '' },
  },
  de: {
    ...{ TABLE: 'Tisch', CHAIR: 'Stuhl', ROOM: 'Zimmer', CUSTOMER: 'Kunde', ON_HOLD: 'Zurückgestellt' },
    ...{ KIOSK: 'Kiosk', PLATFORM: 'Plattform', WEBSHOP: 'Webshop', OTHER: '' },
  },
};

/** A place: what kind of one, and which. */
export interface Place {
  kind: PlaceKind;
  id: string;
}

/** The place that a text names: a table unless it says otherwise; null for none. */
export function placeOf(TP: unknown): Place | null {
  if (typeof TP !== 'string' || TP.trim() === '') return null;
  const [, name, rest = ''] = /^([A-Za-z_]+)[ :](.+)$/.exec(TP.trim()) ?? [];
  const kind = PLACES.find((one) => one === name?.toUpperCase());
  return kind ? { kind, id: rest } : { kind: 'TABLE', id: TP };
}

/** A place as people of the region call it: `Tafel 12`. */
export function placeText({ kind, id }: Place, language: ReceiptLanguage): string {
  const name = NAMES[language][kind];
  // Whoever says table in a language of their own has said it.
  const isSaid = name === '' || id.trim().toLowerCase().startsWith(name.toLowerCase());
  return isSaid ? id.trim() : `${name} ${id.trim()}`;
}
