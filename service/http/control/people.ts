/** /control/people: the people of the control page, for managers. */
import { Router, type Request, type Response } from 'express';
import type { Access } from '../../access/access.ts';
import type { PersonOutcome, PersonWish } from '../../access/people.ts';
import type { PeopleOverview, PersonFault } from '../../access/wire.ts';
import { own } from '../../receipt/envelope.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { Actor } from '../../settings/profile.ts';
import type { ValueChange } from '../../settings/profile-changes.ts';
import { MASK } from '../../settings/profile-changes.ts';
import { actorOf } from '../request/actor.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { addToTrail } from '../door/trail-guard.ts';

/**
 * Routes of the page of people; 404 where there can be none.
 * @param keep writes changes into the journals
 */
export function peopleRoutes(
  access: Access,
  keep: (changes: ValueChange[], by: Actor) => Promise<void>,
): Router {
  const router = Router();
  const { people, manager } = access;

  router.get('/control/people', (_request, response) => {
    if (!people) {
      refuseMissing(response, 'a cloud register has no people: the portal has users');
      return;
    }
    const overview: PeopleOverview = { hasPassword: manager.hasPassword, people: people.entries };
    response.set('cache-control', 'no-store').json(overview);
  });

  const answer = async (
    request: Request,
    response: Response,
    act: (wish: PersonWish) => Promise<PersonOutcome>,
  ) => {
    const body = request.method === 'DELETE' ? { tree: {} } : readBody(request);
    if ('issue' in body) {
      response.status(400).json({ error: { code: '#BODY', message: body.issue.text, warnings: [] } });
      return;
    }
    if (!manager.hasPassword) {
      refuseFaults(response, { name: 'noPassword' });
      return;
    }
    const outcome = await act(wishOf(body.tree));
    if ('missing' in outcome) {
      refuseMissing(response, 'there is no such person, or the rights have ended');
      return;
    }
    if ('faults' in outcome) {
      refuseFaults(response, outcome.faults);
      return;
    }
    const { person, before } = outcome;
    // Whoever is signed in does so again, with the rights that hold now.
    manager.sessions.endOf(person.id);
    const changes = changesOf(outcome);
    addToTrail({ about: `${person.name} (${person.role})`, changes });
    await keep(changes, actorOf(request, response));
    const { hash: _secret, ...entry } = person;
    response.status(before === null ? 201 : 200).json(entry);
  };

  router.post('/control/people', settingsBody, (request, response) =>
    answer(request, response, (wish) => people?.add(wish) ?? Promise.resolve({ missing: true })),
  );

  router.post('/control/people/:id', settingsBody, (request, response) =>
    answer(
      request,
      response,
      (wish) => people?.change(String(request.params.id), wish) ?? Promise.resolve({ missing: true }),
    ),
  );

  router.delete('/control/people/:id', (request, response) =>
    answer(
      request,
      response,
      () => people?.end(String(request.params.id)) ?? Promise.resolve({ missing: true }),
    ),
  );
  return router;
}

function wishOf(tree: Tree): PersonWish {
  return { name: own(tree, 'name'), role: own(tree, 'role'), pin: own(tree, 'pin') };
}

/** What the journals say of it: the role as a value by name, another PIN as a mask. */
function changesOf({ person, before }: Extract<PersonOutcome, { person: unknown }>): ValueChange[] {
  const row = (name: string, was: string | null, is: string | null) => ({ name, before: was, after: is });
  const of = (name: string) => `Person ${name}`;
  if (before === null) return [row(of(person.name), null, person.role)];
  if (person.ended !== null) return [row(of(person.name), before.role, null)];
  const renamed = before.name !== person.name;
  return [
    ...(renamed
      ? [row(of(before.name), before.role, null), row(of(person.name), null, person.role)]
      : before.role === person.role
        ? []
        : [row(of(person.name), before.role, person.role)]),
    ...(before.hash === person.hash ? [] : [row(`PIN ${person.name}`, MASK, MASK)]),
  ];
}

function refuseFaults(response: Response, fields: Partial<Record<string, PersonFault>>): void {
  const warnings = Object.entries(fields).map(([name, fault]) => `${name}: ${fault}`);
  const message = 'a person cannot be so';
  response.status(400).json({ error: { code: '#PERSON', message, warnings, fields } });
}

function refuseMissing(response: Response, message: string): void {
  response.status(404).json({ error: { code: '#NOT_FOUND', message, warnings: [] } });
}
