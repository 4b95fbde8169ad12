import type { AustriaActions } from '../../../../service/countries/at/wire.ts';
import type { Failure } from '../../../api/request.ts';

/** What is entered for a login. */
export type LoginEntry = AustriaActions['set-login'];
/** A field that is typed. */
export type LoginField = Exclude<keyof LoginEntry, 'mode'>;

/** Rules of FinanzOnline: wrong logins lock the user, so that nothing is sent that cannot be right. */
const RULES: Readonly<Record<LoginField, RegExp>> = {
  participant: /^[0-9A-Za-z]{8,12}$/,
  user: /^(?=.*[A-Za-z])(?=.*[0-9])[0-9A-Za-z]{8,12}$/,
  pin: /^(?=.*[A-Za-z])(?=.*[0-9])[0-9A-Za-z]{8,128}$/,
  producer: /^[0-9A-Za-z]{10,24}$/,
};

/** The fields, in their order. */
const loginFields = Object.keys(RULES) as LoginField[];

/**
 * Fields that break the rules.
 * @param known whose PIN is known already: for this user it may stay empty
 * @param producer maker of the program in force; without one it has to be entered
 */
export function wrongFields(
  entry: LoginEntry,
  known: Pick<LoginEntry, 'participant' | 'user'> | null,
  producer: string | null,
): LoginField[] {
  const isKnown = known?.participant === entry.participant && known.user === entry.user;
  const keepsPin = isKnown && entry.pin === '';
  const keepsProducer = producer !== null && entry.producer === '';
  const keeps = (field: LoginField) =>
    (field === 'pin' && keepsPin) || (field === 'producer' && keepsProducer);
  return loginFields.filter((field) => !keeps(field) && !RULES[field].test(entry[field]));
}

/** Fields that the service names in a refusal: its warnings begin with constant and path, `#ACTION pin: …`. */
export function refusedFields(failure: Failure | null): LoginField[] {
  return loginFields.filter((field) =>
    failure?.details.some((detail) => new RegExp(`^(#\\w+ )?${field}: `).test(detail)),
  );
}
