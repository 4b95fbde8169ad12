/**
 * `npm run docs`: sends the examples of docs/openapi.json to the service and
 * writes what it answers into the file. Requests, schemas and the status of
 * every answer are written by hand; a test holds them against the service.
 * The portal's description is written as a whole (portal-docs.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { apiFile, startExampleService } from '../../service/testing/example-service.ts';
import { callsOf, send, shownForm, steady, type OpenApi } from '../../service/testing/openapi.ts';
import { portalApiFile, portalApiText } from './portal-docs.ts';

writeFileSync(portalApiFile, await portalApiText());

const api = JSON.parse(readFileSync(apiFile, 'utf8')) as OpenApi;
const service = await startExampleService();
for (const call of callsOf(api, service.files)) {
  const answer = await send(service.url, call);
  if (answer.status !== call.status || answer.mediaType !== call.mediaType) {
    process.stderr.write(
      `${call.title}: ${answer.status} ${answer.mediaType} instead of ${call.status} ${call.mediaType}\n${answer.text}\n`,
    );
    process.exitCode = 1;
    continue;
  }
  const value = shownForm(answer);
  // Signatures are new in every run: no reason to change the file.
  if (call.example.value === undefined || steady(call.example.value) !== steady(value))
    call.example.value = value;
}
await service.stop();
writeFileSync(
  apiFile,
  await format(JSON.stringify(api), { ...(await resolveConfig(apiFile)), parser: 'json' }),
);
