/** Contacts of companies (doc 1, Company contact). */
import type { z } from 'zod';
import { auditCall } from '../audit.ts';
import { isDuplicate, type Queries } from '../database/database.ts';
import { badField } from '../problem.ts';
import type { EntityRow } from './entity.ts';
import type { createContact } from './fields.ts';
import type { Context } from './organizations.ts';
import { searchable } from './store.ts';

interface ContactRow {
  company_id: number;
  id: number;
  name: string;
  email: string;
  type: string;
  phone: string | null;
  created_at: number;
}

/** Adds a contact; its address must be the only one of the company. */
export async function addContact(
  call: Context,
  company: EntityRow,
  body: z.output<typeof createContact> & { phoneNumber?: string | null | undefined },
): Promise<Record<string, unknown>> {
  const { db, now } = call;
  const row: ContactRow = {
    company_id: company.id,
    id: await db.nextId('row_ids'),
    name: body.contactName,
    email: body.emailAddress,
    type: body.contactType,
    phone: body.phoneNumber ?? null,
    created_at: now,
  };
  await db
    .run(
      `INSERT INTO contacts (company_id, id, name, email, email_key, type, phone, created_at)
        VALUES ($company_id, $id, $name, $email, $email_key, $type, $phone, $created_at)`,
      { ...row, email_key: searchable(row.email) },
    )
    .catch((error: unknown) => {
      throw isDuplicate(error)
        ? badField('emailAddress', 'taken', `${row.email} is a contact of this company already`)
        : error;
    });
  await auditCall(call, 'contact created', company, { contactId: row.id, type: row.type });
  return contactResult(row);
}

/** All contacts of a company, in the order in which they were made. */
export async function contactsOf(db: Queries, company: EntityRow): Promise<Record<string, unknown>[]> {
  const rows = await db.select<ContactRow>('SELECT * FROM contacts WHERE company_id = $id ORDER BY id', {
    id: company.id,
  });
  return rows.map(contactResult);
}

function contactResult(row: ContactRow): Record<string, unknown> {
  return {
    contactId: row.id,
    companyId: row.company_id,
    contactName: row.name,
    emailAddress: row.email,
    contactType: row.type,
    phoneNumber: row.phone,
    createdTimestamp: new Date(row.created_at).toISOString(),
  };
}
