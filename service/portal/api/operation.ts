/**
 * What the API can do: a table of operations. Routes, checks of requests and
 * permissions, OpenAPI and the table test all come from it.
 */
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { Permission } from '../access/roles.ts';
import type { Transaction } from '../database/database.ts';
import type { EntityRow, KindName } from '../entities/entity.ts';
import type { FieldError } from '../problem.ts';
import type { PortalServices } from '../services.ts';

/** Which entity an operation is about, and what the caller needs to be allowed there. */
export interface Need {
  permission: Permission;
  /** Where its id comes from, and of which kinds it may be; others are not found. */
  in: 'params' | 'body';
  field: string;
  kinds: readonly KindName[];
  /** The same permission is needed on the first organization, too, which runs the portal. */
  byOperator?: boolean;
}

/**
 * Who may ask at all:
 * - `caller`: whoever has an API key or a session
 * - `session`: only who has signed in on the page
 * - `open`: everybody; for signing in and what comes before
 */
export type Access = 'caller' | 'session' | 'open';

/** Where a request comes from, for operations on sessions. */
export interface Visit {
  /** Where it comes from, as far as proxies of our own tell. */
  address: string;
  /** What its cookie says, looked at or not; null without one. */
  sessionToken: string | null;
  /** Header `Cookie`. */
  cookies: string | undefined;
  /** Header `Accept-Language`. */
  languages: string | undefined;
}

/** An answer with headers of its own, such as cookies. */
export class Reply {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(body: unknown, headers: Readonly<Record<string, string | string[]>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** What an operation is given. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  /** All statements of a call are one transaction. */
  db: Transaction;
  services: PortalServices;
  /** Milliseconds since 1970. */
  now: number;
  caller: Caller;
  visit: Visit;
  /** Does something when the changes are made for good, such as waking who works on them. */
  afterwards: (work: () => void) => void;
  /** The entity of {@link Need}; locked against changes by others. */
  entity: EntityRow;
  params: P;
  query: Q;
  body: B;
}

/** Operations of one subject, for OpenAPI. */
export type Tag =
  | 'Organizations'
  | 'Companies'
  | 'Locations'
  | 'Contacts'
  | 'Notifications'
  | 'Session'
  | 'Users'
  | 'Keys'
  | 'Registers'
  | 'Licences'
  | 'Archive'
  | 'Base data'
  | 'Audit';

/** An operation. */
export interface Operation {
  /** Name for programs, `createCompany`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: `/api/v2/Public/Company/{companyId}`. */
  path: string;
  tag: Tag;
  /** One line for OpenAPI. */
  summary: string;
  access: Access;
  /** False: reads only, whatever the method. `itself`: opens its transactions itself, around work that takes long. */
  changes: boolean | 'itself';
  params: z.ZodType;
  query: z.ZodType;
  /** Null: there is no body. */
  body: z.ZodType | null;
  /** What only holds between fields of the body, told with all that the schema finds; wrong fields among them it leaves to that. */
  between?: (body: Readonly<Record<string, unknown>>, now: number) => readonly FieldError[];
  /** Null: every valid key may, and the operation looks itself. */
  need: Need | null;
  /** Statuses besides those that follow from fields and permissions, and when, for OpenAPI. */
  refusals?: Readonly<Record<number, string>>;
  /** What is answered, for OpenAPI and the contract test. */
  result: z.ZodType;
  /** Media type of a streamed answer that is no JSON; left out for JSON. */
  produces?: string;
  /** Answers what `result` says, or a {@link Reply} with it. */
  run: (call: Call) => Promise<unknown>;
}

/** How an operation is written down: types of its input come from the schemas. */
export interface OperationSpec<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType | null,
> extends Omit<Operation, 'access' | 'params' | 'query' | 'body' | 'changes' | 'run'> {
  access?: Access;
  changes?: boolean | 'itself';
  params?: P;
  query?: Q;
  body?: B;
  run: (call: Call<z.output<P>, z.output<Q>, B extends z.ZodType ? z.output<B> : null>) => Promise<unknown>;
}
