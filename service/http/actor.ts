/** Who a request is from, for what is written down about it. */
import type { Request, Response } from 'express';
import type { Person } from '../access/people.ts';
import type { Actor } from '../settings/profile.ts';

/** Keeps whom the door has let in. */
export function keepPerson(response: Response, person: Person | undefined): void {
  response.locals.person = person;
}

/** Name of the person, and the address. */
export function actorOf(request: Request, response: Response): Actor {
  const person = response.locals.person as Person | undefined;
  return { name: person?.name ?? null, from: request.socket.remoteAddress ?? '' };
}
