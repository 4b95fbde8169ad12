/**
 * What the API can do: a table of operations. Routes, checks of requests and
 * permissions, OpenAPI and the table test all come from it.
 */
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { Permission } from '../access/roles.ts';
import type { Transaction } from '../database/database.ts';
import type { EntityRow, KindName } from '../entities/entity.ts';
import type { PortalServices } from '../services.ts';

/** Which entity an operation is about, and what the caller needs to be allowed there. */
export interface Need {
  permission: Permission;
  /** Where its id comes from, and of which kinds it may be; others are not found. */
  in: 'params' | 'body';
  field: string;
  kinds: readonly KindName[];
}

/** What an operation is given. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  /** All statements of a call are one transaction. */
  db: Transaction;
  services: PortalServices;
  /** Milliseconds since 1970. */
  now: number;
  caller: Caller;
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
  /** False: reads only, whatever the method. */
  changes: boolean;
  params: z.ZodType;
  query: z.ZodType;
  /** Null: there is no body. */
  body: z.ZodType | null;
  /** Null: every valid key may, and the operation looks itself. */
  need: Need | null;
  /** What is answered, for OpenAPI and the contract test. */
  result: z.ZodType;
  run: (call: Call) => Promise<unknown>;
}

/** How an operation is written down: types of its input come from the schemas. */
export interface OperationSpec<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType | null,
> extends Omit<Operation, 'params' | 'query' | 'body' | 'changes' | 'run'> {
  changes?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  run: (call: Call<z.output<P>, z.output<Q>, B extends z.ZodType ? z.output<B> : null>) => Promise<unknown>;
}
