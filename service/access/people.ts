/**
 * People of the control page, each with a role and a PIN. They are kept beside the other secrets;
 * of a PIN only its hash is. They exist where the profile has a password: without one, whoever is
 * at the machine is the manager anyway.
 */
import { randomUUID } from 'node:crypto';
import { localTime, type Clock } from '../clock.ts';
import { hashPassword, isHash } from './password.ts';
import { pinFault } from './pin.ts';
import type { PersonEntry, PersonFault, Role } from './wire.ts';
import { normalForm } from '../normal-form.ts';

/** A value as the vault keeps it. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const ROLES: readonly Role[] = ['cashier', 'auditor', 'manager'];
const NAME = 'people';
/** So that a page can show them for choosing. */
const MOST_ACTIVE = 50;
/** People whose rights have ended are remembered, the latest of them. */
const MOST_ENDED = 100;
const LONGEST_NAME = 40;

/** A person as it is kept. */
export interface Person extends PersonEntry {
  /** Of the PIN (password.ts); null once the rights have ended. */
  hash: string | null;
}

/** What is to be a person, or changed of one; read from a request. */
export interface PersonWish {
  name?: unknown;
  role?: unknown;
  pin?: unknown;
}

/** What is wrong with a wish, by field. */
export type PersonFaults = Partial<Record<'name' | 'role' | 'pin', PersonFault>>;

/** What came of a wish. */
export type PersonOutcome =
  { person: Person; before: Person | null } | { faults: PersonFaults } | { missing: true };

/** Where people are kept. */
export interface PeopleVault {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

/** The people of an installation. */
export class People {
  private readonly vault: PeopleVault;
  private readonly clock: Clock;
  private kept: readonly Person[];
  /** The last change under way; the next one waits for it. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(vault: PeopleVault, clock: Clock) {
    this.vault = vault;
    this.clock = clock;
    this.kept = readPeople(vault.get(NAME));
  }

  /** Those who may sign in, by name. */
  get active(): readonly Person[] {
    return this.kept.filter(({ ended }) => ended === null);
  }

  /** Without hashes: those who may sign in by name, then the others, the latest first. */
  get entries(): PersonEntry[] {
    const ended = this.kept.filter((one) => one.ended !== null);
    return [...this.active, ...ended.sort((a, b) => (a.ended! < b.ended! ? 1 : -1))].map(
      ({ hash: _secret, ...entry }) => entry,
    );
  }

  /** Somebody who may sign in; null for everybody else. */
  find(id: string): Person | null {
    return this.active.find((person) => person.id === id) ?? null;
  }

  /** Somebody who may sign in, by name in any case. */
  byName(name: string): Person | null {
    const wanted = keyOf(name);
    return this.active.find((person) => keyOf(person.name) === wanted) ?? null;
  }

  /** Adds a person; everything is wanted. */
  async add({ name, role, pin }: PersonWish): Promise<PersonOutcome> {
    const faults = faultsOf({ name: name ?? '', role: role ?? '', pin: pin ?? '' });
    const hash = faults.pin === undefined ? await hashPassword(pin as string) : null;
    return this.inTurn(async () => {
      const all = this.withTaken(faults, name, null);
      if (this.active.length >= MOST_ACTIVE) all.name ??= 'tooMany';
      if (Object.keys(all).length > 0) return { faults: all };
      const person: Person = {
        id: randomUUID(),
        name: plain(name as string),
        role: role as Role,
        since: localTime(this.clock.now()),
        ended: null,
        hash,
      };
      await this.write([...this.kept, person]);
      return { person, before: null };
    });
  }

  /** Changes a person; what is left out stays as it is. */
  async change(id: string, { name, role, pin }: PersonWish): Promise<PersonOutcome> {
    const isPin = pin !== undefined && pin !== '';
    const faults = faultsOf({ name, role, ...(isPin && { pin }) });
    const hash = isPin && faults.pin === undefined ? await hashPassword(pin as string) : null;
    return this.inTurn(async () => {
      const before = this.find(id);
      if (!before) return { missing: true };
      const all = this.withTaken(faults, name, id);
      if (Object.keys(all).length > 0) return { faults: all };
      const person: Person = {
        ...before,
        ...(name !== undefined && { name: plain(name as string) }),
        ...(role !== undefined && { role: role as Role }),
        ...(hash !== null && { hash }),
      };
      await this.write(this.kept.map((one) => (one.id === id ? person : one)));
      return { person, before };
    });
  }

  /** Ends the rights of a person, at once. */
  async end(id: string): Promise<PersonOutcome> {
    return this.inTurn(async () => {
      const before = this.find(id);
      if (!before) return { missing: true };
      const person: Person = { ...before, ended: localTime(this.clock.now()), hash: null };
      await this.write(this.kept.map((one) => (one.id === id ? person : one)));
      return { person, before };
    });
  }

  private withTaken(faults: PersonFaults, name: unknown, own: string | null): PersonFaults {
    if (typeof name !== 'string' || faults.name !== undefined) return { ...faults };
    const other = this.byName(name);
    return { ...faults, ...(other !== null && other.id !== own && { name: 'taken' as const }) };
  }

  private async write(people: readonly Person[]): Promise<void> {
    const active = people.filter(({ ended }) => ended === null).sort(byName);
    const ended = people.filter((one) => one.ended !== null).slice(-MOST_ENDED);
    const kept = [...active, ...ended];
    await this.vault.set(NAME, kept as unknown as Json);
    this.kept = kept;
  }

  private async inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.writing.then(step);
    this.writing = done.catch(() => undefined);
    return done;
  }
}

/** Letters as people see them: one form, no blanks around, none of the invisible ones that join and turn others. */
function plain(name: string): string {
  return normalForm(name, 'NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function keyOf(name: string): string {
  return plain(name).toLowerCase();
}

function byName(a: Person, b: Person): number {
  return keyOf(a.name) < keyOf(b.name) ? -1 : 1;
}

/** What is wrong with what was sent; what is undefined was not. */
function faultsOf({ name, role, pin }: PersonWish): PersonFaults {
  const faults: PersonFaults = {};
  if (name !== undefined) {
    const text = typeof name === 'string' ? plain(name) : '';
    if (text === '' || /\p{C}/u.test(text)) faults.name = 'missing';
    else if (text.length > LONGEST_NAME) faults.name = 'tooLong';
  }
  if (role !== undefined && !ROLES.some((one) => one === role)) faults.role = 'unknown';
  const wrong = pin === undefined ? null : pinFault(pin);
  if (wrong !== null) faults.pin = wrong;
  return faults;
}

/** What lies in the vault; rows that are none are left out, which takes rights and gives none. */
function readPeople(value: Json | undefined): Person[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is Json & Person => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return false;
    const { id, name, role, since, ended, hash } = one;
    const isHeld = ended === null ? typeof hash === 'string' && isHash(hash) : hash === null;
    const isText = [id, name, since].every((part) => typeof part === 'string');
    return isText && isHeld && ROLES.some((known) => known === role);
  });
}
