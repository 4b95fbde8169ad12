import type { UnitRow } from '../../../service/countries/at/wire.ts';
import type { Value } from '../../components/values.tsx';

/**
 * Ways and fields of FinanzOnline in its own words, which it has in German only;
 * in German whatever the language of the page is.
 */
export const PORTAL = {
  registers: 'Eingaben › Registrierkassen',
  unit: 'Registrierung einer Signatur- bzw. Siegelerstellungseinheit',
  register: 'Registrierung einer Registrierkasse',
  user: 'Eingaben › Registrierkassen › Anlegen eines Benutzers für Registrierkassen-Webservice',
  app: 'Eingaben › Registrierkassen › Authentifizierungscode für BMF Belegcheck-App',
} as const;

/** What FinanzOnline asks for to register a unit; none while its certificate is not known. */
export function unitValues({ zda, serial }: Pick<UnitRow, 'zda' | 'serial'>): Value[] {
  if (zda === null || serial === null) return [];
  return [
    { name: 'Vertrauensdiensteanbieter', value: zda, copy: false },
    { name: 'Seriennummer des Signatur- bzw. Siegelzertifikats', value: serial, copy: true },
    { name: 'Format der Seriennummer', value: 'Hexadezimal', copy: false },
  ];
}

/** What FinanzOnline asks for to register a register, without its key. */
export function registerValues(registerId: string): Value[] {
  return [{ name: 'Kassenidentifikationsnummer', value: registerId, copy: true }];
}

/** The key as FinanzOnline asks for it. */
export function keyValues({ key, check }: { key: string; check: string }): Value[] {
  return [
    { name: 'Benutzerschlüssel AES-256', value: key, copy: true },
    { name: 'Prüfwert für Benutzerschlüssel', value: check, copy: true },
  ];
}
