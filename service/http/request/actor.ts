/** Who a request is from, for what is written down about it. */
import type { Request, Response } from 'express';
import type { Person } from '../../access/people.ts';
import type { Actor } from '../../settings/profile.ts';

/**
 * Keeps who somebody is: whom the door has let in, or who signs in.
 * @param person undefined for the manager's password, and for whoever is at a machine without one
 */
export function keepPerson(
  response: Response,
  person: (Pick<Person, 'name'> & Partial<Pick<Person, 'role'>>) | undefined,
): void {
  response.locals.person = person;
}

/** Name of the person, and the address. */
export function actorOf(request: Request, response: Response): Actor {
  const person = response.locals.person as Pick<Person, 'name'> | undefined;
  return { name: person?.name ?? null, from: request.socket.remoteAddress ?? '' };
}
