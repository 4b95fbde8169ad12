/** PINs and PUKs of a TSE: those of the profile (doc 2, `TSE_AdminPin` and the like), and those that the vault has. */
import type { ProfileAttributes } from '../countries/contract/services.ts';
import type { TseCredentials, TseModel } from '../devices/tse/contract.ts';

type Names = Readonly<Record<string, string>>;

/** What the vault has of them. */
export interface KeptCredentials {
  credentials: TseCredentials;
  /** What the profile said when they were set anew: it is no longer right. */
  outdated?: Names;
}

/** Those of the profile that a kind of TSE can have: the profile speaks of all TSEs, and lengths differ. */
function told(attributes: ProfileAttributes, { credentials }: Pick<TseModel, 'credentials'>): Names {
  const [adminPuk, timePuk] = [attributes.text('TSE_AdminPuk'), attributes.text('TSE_TimePuk')];
  const all = {
    adminPin: attributes.text('TSE_AdminPin'),
    timePin: attributes.text('TSE_TimePin'),
    // Most have one PUK for both users, by whichever name it was entered.
    adminPuk: adminPuk ?? (credentials.timePuk ? undefined : timePuk),
    timePuk,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value = '']) => {
      const { least = Infinity, most = 0 } = credentials[name as keyof TseCredentials] ?? {};
      return value.length >= least && value.length <= most;
    }),
  ) as Names;
}

/** Attributes of the profile that no TSE in use can have: too long, too short, or of a kind without such ones. */
export function unfit(
  attributes: ProfileAttributes,
  models: readonly Pick<TseModel, 'credentials'>[],
): string[] {
  if (models.length === 0) return [];
  const taken = new Set(models.flatMap((model) => Object.values(told(attributes, model))));
  const all = {
    TSE_AdminPin: attributes.text('TSE_AdminPin'),
    TSE_AdminPuk: attributes.text('TSE_AdminPuk'),
    TSE_TimePin: attributes.text('TSE_TimePin'),
    TSE_TimePuk: attributes.text('TSE_TimePuk'),
  };
  return Object.entries(all).flatMap(([name, value]) => (value && !taken.has(value) ? [name] : []));
}

/** Those that count: the profile's before the vault's, unless they were set anew since. */
export function inForce(
  { credentials, outdated = {} }: KeptCredentials,
  attributes: ProfileAttributes,
  model: Pick<TseModel, 'credentials'>,
): TseCredentials {
  const right = Object.entries(told(attributes, model)).filter(([name, value]) => outdated[name] !== value);
  return { ...credentials, ...(Object.fromEntries(right) as TseCredentials) };
}

/** What is kept when some were set anew, or are known for the first time. */
export function learnt(
  { credentials, outdated }: KeptCredentials,
  made: TseCredentials,
  attributes: ProfileAttributes,
  model: Pick<TseModel, 'credentials'>,
): KeptCredentials {
  const wrong = Object.entries(told(attributes, model)).filter(([name, value]) => {
    const now = made[name as keyof TseCredentials];
    return now !== undefined && now !== value;
  });
  return {
    credentials: { ...credentials, ...made },
    outdated: { ...outdated, ...Object.fromEntries(wrong) },
  };
}
