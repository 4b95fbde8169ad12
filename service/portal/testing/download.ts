/** Downloads of exports in tests. */
import { unzip } from '../../testing/unzip.ts';
import { ADMIN_KEY, type TestPortal } from './portal.ts';

/** An archive, its files by name. */
export interface Downloaded {
  name: string;
  files: Record<string, Buffer>;
}

/** Downloads an export of a company; throws when it is refused. */
export async function downloadExport(
  portal: TestPortal,
  companyId: number,
  query: string,
): Promise<Downloaded> {
  const url = `${portal.url}/Company/${companyId}/Export?${query}`;
  const response = await fetch(url, { headers: { api_key: ADMIN_KEY } });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(bytes.toString());
  const name = /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')![1]!;
  return { name, files: await unzip(bytes) };
}
