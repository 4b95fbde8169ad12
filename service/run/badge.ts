/** The company's badge: correct before it is stored, and fixed once a register is activated (doc 2, Connection). */
import type { Recorder } from '../recorder/recorder.ts';
import type { Profile, ProfileChange } from '../settings/profile.ts';
import { checkBadge as checkText, CompanyError } from '../settings/profile-file.ts';

/**
 * Checks a change of the badge and of the company that it is of, at the portal.
 * @param recorder null while the journal cannot be used
 * @returns warnings, in English
 * @throws CompanyError when the badge is wrong, or cannot be changed any more
 */
export async function checkBadge(
  { badge, taxId }: ProfileChange,
  profile: Profile,
  recorder: Recorder | null,
): Promise<string[]> {
  // A tax id alone is a note, until something is connected.
  const isBound = (badge ?? '') !== '' || recorder?.isActivated === true;
  if (taxId && isBound && (await recorder?.sellsUnder(taxId)) === false)
    throw new CompanyError('TaxId', `no register of this installation sells under ${taxId}`);
  if (badge === undefined || badge === (profile.badge ?? '')) return [];
  if (badge === '') {
    if (recorder?.isActivated)
      throw new CompanyError('Badge', 'cannot be removed: registers are connected with it');
    return [];
  }
  checkText(badge);
  const outcome = (await recorder?.tryBadge(badge, taxId || undefined)) ?? {
    waits: 'the journal cannot be used',
  };
  if (outcome === 'connected') return [];
  if ('refused' in outcome) throw new CompanyError(outcome.field, outcome.refused);
  return [`Badge: kept, and checked as soon as the portal can be asked (${outcome.waits})`];
}
