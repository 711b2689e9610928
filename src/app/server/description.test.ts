/** The API's description is good enough for a client to be made from it, by somebody else's generator. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { server } from '../../../test/servers/server.ts';
import { createApi, describeApi } from './app.server.ts';

it('the description of the API has no error that its linter knows, and a name for each operation', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(describeApi(createApi(server.services), server.services)),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'], rules: { 'operation-operationId': 'error' } }),
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
