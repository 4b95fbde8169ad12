import type { Role } from '../../api/types.ts';

/** Somebody with a role on an entity or above it. */
export interface UserOfEntity {
  userId: number;
  name: string;
  email: string;
  role: Role;
  /** Entity that the role was given on. */
  entityId: number;
  entityName: string;
  /** The role comes from above. */
  inherited: boolean;
  signedInTimestamp: string | null;
}

/** An invitation that nobody has accepted yet. */
export interface OpenInvitation {
  invitationId: number;
  emailAddress: string;
  role: Role;
  invitedBy: string;
  expiresTimestamp: string;
  expired: boolean;
  /** Who has sent it could not give the role now. */
  ended: boolean;
}

/** An invitation that was just sent. */
export interface SentInvitation extends OpenInvitation {
  /** Where its mail lies when the portal has no mail server. */
  mailFolder: string | null;
  link: string | null;
}

/** An API key, without the key itself. */
export interface ApiKey {
  keyId: number;
  name: string;
  role: Role;
  createdBy: string;
  /** Whether who made it still could. */
  creatorState: 'active' | 'fewerRights' | 'gone' | 'unknown';
  createdTimestamp: string;
  expiresTimestamp: string | null;
  usedTimestamp: string | null;
  state: 'active' | 'expired' | 'revoked';
}
