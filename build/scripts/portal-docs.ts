/** The portal's OpenAPI document as a file: `npm run docs` writes it from the table of operations. */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { portalOpenApi } from '../../service/portal/openapi/document.ts';
import { OPERATIONS } from '../../service/portal/operations/list.ts';
import { root } from './root.ts';

/** The file. */
export const portalApiFile = join(root, 'docs', 'portal-openapi.json');

/** Its text as it has to be in the repository. */
export async function portalApiText(): Promise<string> {
  const options = { ...(await resolveConfig(portalApiFile)), parser: 'json' };
  return format(JSON.stringify(portalOpenApi(OPERATIONS)), options);
}
