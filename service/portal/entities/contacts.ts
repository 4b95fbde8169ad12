/** Contacts of companies (doc 1, Company contact). */
import type { z } from 'zod';
import { auditCall } from '../audit.ts';
import { isDuplicate, type Queries } from '../database/database.ts';
import { badField, notFound, type Problem } from '../problem.ts';
import type { EntityRow } from './entity.ts';
import type { createContact, updateContact } from './fields.ts';
import type { Context } from './organizations.ts';
import { emailKey } from '../access/users.ts';

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
      { ...row, email_key: emailKey(row.email) },
    )
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken(row.email) : error;
    });
  await auditCall(call, 'contact created', company, { contactId: row.id, type: row.type });
  return contactResult(row);
}

/**
 * Replaces what is known of a contact.
 * @throws Problem 404 when the company has no such contact
 */
export async function changeContact(
  call: Context,
  company: EntityRow,
  contactId: number,
  body: z.output<typeof updateContact>,
): Promise<Record<string, unknown>> {
  const [row] = await call.db
    .select<ContactRow>(
      `UPDATE contacts SET name = $name, email = $email, email_key = $key, type = $type, phone = $phone
        WHERE company_id = $company AND id = $contactId RETURNING *`,
      {
        company: company.id,
        contactId,
        name: body.contactName,
        email: body.emailAddress,
        key: emailKey(body.emailAddress),
        type: body.contactType,
        phone: body.phoneNumber ?? null,
      },
    )
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken(body.emailAddress) : error;
    });
  if (!row) throw notFound(`contact ${contactId}`);
  await auditCall(call, 'contact changed', company, { contactId, type: row.type });
  return contactResult(row);
}

/**
 * Removes a contact.
 * @throws Problem 404 when the company has no such contact
 */
export async function removeContact(call: Context, company: EntityRow, contactId: number): Promise<void> {
  const [row] = await call.db.select(
    'DELETE FROM contacts WHERE company_id = $company AND id = $contactId RETURNING id',
    { company: company.id, contactId },
  );
  if (!row) throw notFound(`contact ${contactId}`);
  await auditCall(call, 'contact removed', company, { contactId });
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

function taken(email: string): Problem {
  return badField('emailAddress', 'taken', `${email} is a contact of this company already`);
}
