/**
 * The company's badge, alone or with the address of its portal: it is checked before it is stored,
 * is sent to no other portal than that, and is fixed once a register is activated (doc 2, Connection).
 */
import { isSamePortal, readBadgeText, type BadgeText } from '../recorder/badge-text.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { withAttribute, withoutAttribute } from '../settings/attribute-edit.ts';
import { Attributes } from '../settings/attributes.ts';
import type { Profile, ProfileChange } from '../settings/profile.ts';
import { checkBadge as checkText, CompanyError } from '../settings/profile-file.ts';

/** Where portals are. */
export interface PortalPlaces {
  /** Where the recorder finds it now; null while none is known. */
  inForce: string | null;
  /** The portal beside, while it runs. */
  beside: string | null;
  /** Profile attribute that names the portal. */
  attribute: string;
}

/** What is to be done with the profile, after the portal was asked. */
export interface CheckedBadge {
  change: ProfileChange;
  /** English. */
  warnings: string[];
  /** To be called when the change is stored. */
  keep: () => Promise<void>;
}

/** A badge as it was entered, and where it may be sent to. */
export interface BadgeTarget extends BadgeText {
  /** It names another portal than the one in force. */
  isOther: boolean;
}

/**
 * Reads a badge as it was entered.
 * @param inForce address of the portal now; where a badge is sent to that names none
 * @throws CompanyError where it cannot be one, and for another portal once a register is connected
 */
export function badgeTarget(text: string, inForce: string | null, recorder: Recorder | null): BadgeTarget {
  checkText(text.trim());
  const { badge, address } = read(text);
  const isOther = address !== null && (inForce === null || !isSamePortal(address, inForce));
  if (isOther && recorder?.isActivated) {
    const now = inForce ?? 'another one';
    const why = `is of the portal at ${address}; registers are connected to ${now}, which cannot be changed`;
    throw new CompanyError('Badge', why, 'fixed');
  }
  return { badge, address: isOther ? address : inForce, isOther };
}

function read(text: string): BadgeText {
  try {
    return readBadgeText(text);
  } catch (error) {
    throw new CompanyError('Badge', (error as Error).message, 'address');
  }
}

/**
 * Checks a change of the badge and of the company that it is of, at its portal.
 * @param recorder null while the journal cannot be used
 * @throws CompanyError when the badge is wrong, or cannot be changed any more
 */
export async function checkBadge(
  change: ProfileChange,
  profile: Profile,
  recorder: Recorder | null,
  { inForce, beside, attribute }: PortalPlaces,
): Promise<CheckedBadge> {
  const done = { change, warnings: [], keep: () => Promise.resolve() };
  // A tax id alone is a note, until something is connected.
  const isBound = (change.badge ?? '') !== '' || recorder?.isActivated === true;
  const { taxId } = change;
  if (taxId && isBound && (await recorder?.sellsUnder(taxId)) === false)
    throw new CompanyError('TaxId', `no register of this installation sells under ${taxId}`, 'company');
  if (change.badge === undefined) return done;
  if (change.badge === '') {
    if (recorder?.isActivated)
      throw new CompanyError('Badge', 'cannot be removed: registers are connected with it', 'fixed');
    return done;
  }
  const { badge, address, isOther } = badgeTarget(change.badge, inForce, recorder);
  const target = isOther ? address : addressAfter(change, { inForce, beside, attribute });
  const named = { ...change, badge };
  if (isOther) {
    const isBeside = beside !== null && isSamePortal(address!, beside);
    named.attributes = namedIn(change, { attribute, address: isBeside ? null : address });
  } else if (badge === profile.badge && target === inForce) return { ...done, change: named };
  const outcome = (await recorder?.tryBadge(badge, target, taxId || undefined)) ?? {
    waits: 'the journal cannot be used',
  };
  if ('keep' in outcome) return { change: named, warnings: [], keep: outcome.keep };
  if ('refused' in outcome) {
    const field = outcome.why === 'company' ? 'TaxId' : 'Badge';
    throw new CompanyError(field, outcome.refused, outcome.why);
  }
  return {
    ...done,
    change: named,
    warnings: [`Badge: kept, and checked as soon as the portal can be asked (${outcome.waits})`],
  };
}

/** The address that is in force once a change is stored, for a badge that comes with it. */
function addressAfter(
  { attributes }: ProfileChange,
  { inForce, beside, attribute }: PortalPlaces,
): string | null {
  if (typeof attributes !== 'string') return inForce;
  return Attributes.parse(attributes).text(attribute) ?? beside;
}

/** The attributes with the address that a badge names; null: the portal beside, which needs none. */
function namedIn(
  { attributes = (before) => before }: ProfileChange,
  { attribute, address }: { attribute: string; address: string | null },
) {
  return (before: string): string => {
    const text = typeof attributes === 'string' ? attributes : attributes(before);
    return address === null ? withoutAttribute(text, attribute) : withAttribute(text, attribute, address);
  };
}
