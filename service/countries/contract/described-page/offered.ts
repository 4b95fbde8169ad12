/** What a described page lets people do, wherever it stands on the page. */
import { MOST_FILE_BYTES, type PageAction, type PageField } from './fields.ts';
import type { CertificatePart, DescribedPage, LoginPart, PagePart, RatesPart } from './page.ts';

type WithoutLabel<T> = T extends unknown ? Omit<T, 'label'> : never;

/** A field as far as the service has to know it. */
export type FieldBounds = WithoutLabel<PageField>;

/** An action as far as the service has to know it. */
export interface OfferedAction {
  action: string;
  fixed: Readonly<Record<string, string>>;
  fields: readonly FieldBounds[];
}

/** Bytes of a certificate with its chain and key: far above any. */
const MOST_CERTIFICATE_BYTES = 100_000;

/** Characters of a password. */
const MOST_PASSWORD = 200;

/** Every action that a page offers as it stands; one that is offered twice is named twice. */
export function offeredActions({ sections }: DescribedPage): OfferedAction[] {
  return sections.flatMap(({ parts }) => parts.flatMap(ofPart));
}

function ofPart(part: PagePart): OfferedAction[] {
  switch (part.kind) {
    case 'actions':
      return part.actions.map(offer);
    case 'form':
      return [offer(part.action)];
    case 'table':
      return [...(part.actions ?? []), ...part.rows.flatMap(({ actions = [] }) => actions)].map(offer);
    case 'steps':
      return part.steps.flatMap(({ actions = [] }) => actions.map(offer));
    case 'certificate':
      return ofCertificate(part);
    case 'login':
      return ofLogin(part);
    case 'rates':
      return ofRates(part);
    case 'facts':
    case 'notice':
    case 'problems':
    case 'exports':
      return [];
  }
}

function offer({ action, fixed = {}, fields = [] }: PageAction): OfferedAction {
  return { action, fixed, fields };
}

function plain(action: string): OfferedAction {
  return { action, fixed: {}, fields: [] };
}

function ofCertificate({ upload, remove, certificate }: CertificatePart): OfferedAction[] {
  const fields: FieldBounds[] = [
    {
      type: 'file',
      name: 'file',
      accept: '',
      most: Math.min(MOST_CERTIFICATE_BYTES, MOST_FILE_BYTES),
      required: true,
    },
    { type: 'password', name: 'password', most: MOST_PASSWORD },
  ];
  const replace = { action: upload.action, fixed: {}, fields };
  return remove === undefined || certificate === null ? [replace] : [replace, plain(remove.action)];
}

function ofLogin({ save, forget, test, user }: LoginPart): OfferedAction[] {
  const { most, pattern } = save.user;
  const fields: FieldBounds[] = [
    { type: 'text', name: 'user', most, required: true, ...(pattern !== undefined && { pattern }) },
    { type: 'password', name: 'password', most: save.password.most, required: true },
    ...(save.fields ?? []),
  ];
  const others = user === null ? [] : [forget, test].filter((one) => one !== undefined);
  return [{ action: save.action, fixed: {}, fields }, ...others.map(({ action }) => plain(action))];
}

function ofRates({ rates, set, reset }: RatesPart): OfferedAction[] {
  const options = rates.filter(({ fixed }) => !fixed).map(({ group }) => ({ value: group, label: group }));
  const fields: FieldBounds[] = [
    { type: 'select', name: 'group', options, required: true },
    { type: 'number', name: 'rate', least: '0.01', most: '99.99', digits: 2, required: true },
    { type: 'date', name: 'from', required: true },
  ];
  return [{ action: set, fixed: {}, fields }, plain(reset)];
}
