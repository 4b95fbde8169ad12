import type { PeopleOverview, PersonEntry, Role } from '../../service/access/wire.ts';
import { type Reply, request } from './request.ts';
import { peopleChanged } from './session.ts';

const URL = './control/people';

/** What is to be a person; of one that exists, an empty PIN stays as it is. */
export interface PersonWish {
  name: string;
  role: Role;
  pin: string;
}

/** Ask for the people of the control page. */
export function askPeople(): Promise<Reply<PeopleOverview>> {
  return request(URL);
}

/** Add a person, or change the one with this id. */
export async function keepPerson(id: string | null, wish: PersonWish): Promise<Reply<PersonEntry>> {
  const reply = await request<PersonEntry>(id === null ? URL : `${URL}/${encodeURIComponent(id)}`, {
    method: 'POST',
    body: JSON.stringify(wish),
    type: 'application/json',
  });
  if (reply.ok) await peopleChanged();
  return reply;
}

/** End the rights of a person. */
export async function endPerson(id: string): Promise<Reply<PersonEntry>> {
  const reply = await request<PersonEntry>(`${URL}/${encodeURIComponent(id)}`, { method: 'DELETE' });
  if (reply.ok) await peopleChanged();
  return reply;
}
