/** The API's description is good enough for a client to be made from it, by somebody else's generator. */
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generate, HttpClient } from 'openapi-typescript-codegen';
import { describe, expect, inject, it } from 'vitest';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { server } from '../../../test/servers/server.ts';
import type { PropertyRecord } from '../../features/property/property.ts';
import { createApi, describeApi } from './app.server.ts';

const description = describeApi(createApi(server.services), server.services);

type Client = {
  OpenAPI: { BASE: string; HEADERS: Record<string, string> };
  PropertiesService: {
    listProperties(options: { limit?: number }): Promise<{ items: { id: string; rent: number }[]; total: number }>;
    addProperty(options: { requestBody: unknown }): Promise<PropertyRecord>;
    changeProperty(options: { id: string; ifMatch: string; requestBody: unknown }): Promise<PropertyRecord>;
  };
};

describe('the description of the API', () => {
  it('has no error that its linter knows, and a name for each operation', async () => {
    const problems = await lintFromString({
      source: JSON.stringify(description),
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended'], rules: { 'operation-operationId': 'error' } }),
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('makes a client that lists, adds and changes a property', async () => {
    const output = join(inject('database').folder, `client-${process.pid}`);
    await generate({ input: description, output, httpClient: HttpClient.FETCH, useOptions: true });
    const { OpenAPI, PropertiesService } = (await import(join(output, 'index.ts'))) as Client;
    const ada = await landlord();
    OpenAPI.BASE = server.url;
    OpenAPI.HEADERS = { cookie: ada.cookieHeader(), origin: server.services.appUrl };
    const input = newProperty({ rent: 95_000 });
    const added = await PropertiesService.addProperty({ requestBody: input });
    const ifMatch = `"${added.version}"`;
    await PropertiesService.changeProperty({ id: added.id, ifMatch, requestBody: { ...input, rent: 99_000 } });
    const { items, total } = await PropertiesService.listProperties({ limit: 10 });
    expect([total, items[0]?.id, items[0]?.rent]).toEqual([1, added.id, 99_000]);
  });
});
