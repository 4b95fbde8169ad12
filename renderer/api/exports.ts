import type { ExportJob, ExportOrder, ExportType } from '../../service/wire.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/** Exports of a register, newest first. */
export function askExports(rn: string): Promise<Reply<ExportJob[]>> {
  return request(controlUrl('exports', rn));
}

/** What can be exported of a register. */
export function askExportTypes(rn: string): Promise<Reply<ExportType[]>> {
  return request(controlUrl('export-types', rn));
}

/** Start an export. */
export function orderExport(rn: string, order: ExportOrder): Promise<Reply<unknown>> {
  return request(controlUrl('exports', rn), {
    method: 'POST',
    body: JSON.stringify(order),
    type: 'application/json',
  });
}

/** Cancel an export that is running, or remove its file. */
export function removeExport(id: string): Promise<Reply<unknown>> {
  return request(exportUrl(id), { method: 'DELETE' });
}

/** Where the file of a finished export is found. */
export function exportUrl(id: string): string {
  return `./control/exports/${encodeURIComponent(id)}`;
}
