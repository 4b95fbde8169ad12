/** Connecting a register to its company, by the company's badge (doc 2, Connection). */
import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { sameTaxId } from '../../receipt/tax-id.ts';
import { digestOf } from '../access/secrets.ts';
import { audit } from '../audit.ts';
import type { Transaction } from '../database/database.ts';
import {
  ENTITY_COLUMNS,
  type EntityRow,
  KIND,
  STATE,
  type StateName,
  stateName,
} from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { findEntity } from '../entities/store.ts';
import { badField, Problem } from '../problem.ts';
import { companyOfBadge } from './badge.ts';
import { takeOver } from './following.ts';
import { findRegister, REGISTER_COLUMNS, type RegisterRow } from './register.ts';
import { makeRegisterSecret } from './register-caller.ts';

/** These stand in lines of lists: none may make more than one of its line. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
const name = () => fields.text(1, 200).regex(ONE_LINE, 'controls');
const place = () => z.string().max(1000).regex(ONE_LINE, 'controls').nullish();

/** What a register says of itself. */
export const activationRequest = z.object({
  badge: fields.text(1, 200),
  taxId: fields.text(4, 40),
  instance: name(),
  rn: name(),
  tl: place(),
  tt: place(),
  publicKey: fields.text(1, 2000),
  version: fields.text(1, 100),
  country: fields.country(),
  follows: fields.entityId().nullish(),
});

/** What an activated register is told. */
export interface Activated {
  registerId: number;
  companyId: number;
  /** Not kept: it cannot be told again. */
  secret: string;
  companyName: string;
  companyState: StateName;
}

/** The badge is not in force. */
export class WrongBadge extends Problem {
  constructor() {
    const message =
      'the badge is not known or was replaced by a newer one: take it from the company in the portal';
    super(403, message, [{ field: 'badge', code: 'unknown', message }]);
  }
}

/**
 * Makes a register known to its company, or finds it again: the same register
 * of the same installation with the same key keeps its identity, and its old
 * secret ends.
 * @throws WrongBadge; Problem 400 for wrong fields, 409 for what cannot be connected
 */
export async function activate(
  db: Transaction,
  body: z.output<typeof activationRequest>,
  now: number,
): Promise<Activated> {
  const companyId = await companyOfBadge(db, body.badge);
  // Locked: two of the same installation come one after the other.
  const company = companyId === null ? null : await findEntity(db, companyId, db.forUpdate);
  if (!company) throw new WrongBadge();
  if (company.state === STATE.Deactivated) {
    throw new Problem(409, `${company.name} is deactivated: no register can be connected to it`);
  }
  if (!sameTaxId(body.taxId, company.tax_id ?? '', company.country_code ?? '')) {
    throw badField(
      'taxId',
      'otherCompany',
      `the badge belongs to a company with another tax id than ${body.taxId}`,
    );
  }
  const publicKey = readKey(body.publicKey);
  const known = await knownRegister(db, company, body, publicKey);
  // Where people have put it, it stays, until it says itself that it was moved.
  const isMoved = (body.tl ?? null) !== known?.tl;
  const location = isMoved ? await locationOf(db, company, body.tl) : null;
  if (known && (location?.state ?? known.state) !== known.state) {
    throw new Problem(
      409,
      `${body.tl} and ${body.rn} are not in the same state: a register of another installation is needed`,
    );
  }
  const former = known ? null : await formerOf(db, company, body);
  const isSame = former?.public_key === publicKey;
  const id = known?.id ?? (await db.nextId('register_ids'));
  const secret = makeRegisterSecret(company.id, id);
  await db.run(
    known
      ? `UPDATE registers SET location_id = $locationId, tl = $tl, tt = $tt, secret_hash = $secretHash,
           version = $version, country = $country
          WHERE company_id = $companyId AND id = $id`
      : `INSERT INTO registers (company_id, id, location_id, rn, tl, tt, state, instance, public_key, secret_hash,
           version, country, activated_at, contact_at, next_sq, follows, own_from, name)
          VALUES ($companyId, $id, $locationId, $rn, $tl, $tt, $state, $instance, $publicKey, $secretHash,
            $version, $country, $now, $now, 1, $follows, 1, $name)`,
    {
      companyId: company.id,
      id,
      locationId: location?.id ?? (known ?? former)?.location_id ?? null,
      tl: body.tl ?? null,
      tt: body.tt ?? null,
      secretHash: digestOf(secret),
      version: body.version,
      country: body.country.toUpperCase(),
      ...(!known && {
        rn: body.rn,
        // A register is what it was before; on another installation it is a new one.
        state: isSame ? former.state : (location?.state ?? company.state),
        follows: former?.id ?? null,
        name: former?.name ?? null,
        instance: body.instance,
        publicKey,
        now,
      }),
    },
  );
  if (former) await takeOver(db, former, { id, isSame }, now);
  await audit(db, {
    actor: `register ${id} ${body.rn}`,
    now,
    action: known ? 'register connected again' : 'register activated',
    entity: company,
    detail: {
      registerId: id,
      registerNumber: body.rn,
      instance: body.instance,
      locationId: location?.id ?? null,
      ...(former && { follows: former.id }),
    },
  });
  return {
    registerId: id,
    companyId: company.id,
    secret,
    companyName: company.name,
    companyState: stateName(company.state),
  };
}

/** The same register, activated before. */
async function knownRegister(
  db: Transaction,
  company: EntityRow,
  { instance, rn }: { instance: string; rn: string },
  publicKey: string,
): Promise<RegisterRow | null> {
  const [known] = await db.select<RegisterRow>(
    `SELECT ${REGISTER_COLUMNS} FROM registers WHERE instance = $instance AND rn = $rn`,
    { instance, rn },
  );
  if (!known) return null;
  if (known.company_id !== company.id) {
    // Its receipts are in the archive of the other company.
    throw new Problem(
      409,
      `${rn} belongs to another company, which cannot be changed: use a new installation`,
    );
  }
  if (known.public_key !== publicKey) {
    const message = `${rn} was activated with another key: restore its data folder, or use a new installation`;
    throw new Problem(409, message, [{ field: 'publicKey', code: 'otherKey', message }]);
  }
  // One that goes on as another row of records may have become it when it was deactivated already.
  if (known.state === STATE.Deactivated && known.follows === null) {
    const message = `${rn} was deactivated, which cannot be undone: use a new installation`;
    throw new Problem(409, message, [{ field: 'rn', code: 'deactivated', message }]);
  }
  return known;
}

/**
 * The register that a new one says it was before. Where that is none of the company,
 * as after the portal was put back, it begins by itself: its records are kept all the same.
 */
async function formerOf(
  db: Transaction,
  company: EntityRow,
  { follows, rn }: { follows?: number | null | undefined; rn: string },
): Promise<RegisterRow | null> {
  const former = follows ? await findRegister(db, company.id, follows, db.forUpdate) : null;
  return former?.rn === rn ? former : null;
}

/** The location that a register says it is in, if there is one of that name. */
async function locationOf(
  db: Transaction,
  company: EntityRow,
  tl: string | null | undefined,
): Promise<EntityRow | null> {
  if (!tl) return null;
  const [location] = await db.select<EntityRow>(
    `SELECT ${ENTITY_COLUMNS} FROM entities
      WHERE parent_id = $companyId AND identification = $tl AND kind = ${KIND.location} ${db.forUpdate}`,
    { companyId: company.id, tl },
  );
  if (location?.state === STATE.Deactivated) {
    throw new Problem(
      409,
      `the location ${tl} of ${company.name} is deactivated: no register can be connected to it`,
    );
  }
  return location ?? null;
}

/** A public key in the one form in which it is kept. */
function readKey(pem: string): string {
  try {
    // A private key would be read, too; it must stay where it is.
    const key = pem.includes('PRIVATE') ? null : createPublicKey(pem);
    if (key?.asymmetricKeyType === 'ed25519') return key.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    // Answered below.
  }
  throw badField('publicKey', 'format', 'publicKey must be an Ed25519 public key, SPKI in PEM');
}
