import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { server } from '../../../test/servers/server.ts';
import { createApi, describeApi } from './app.server.ts';

it('the API description passes the linter and names each operation', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(describeApi(createApi(server.services), server.services)),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'], rules: { 'operation-operationId': 'error' } }),
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
