/** /api/docs: the API's description to read, made from the same document as /api/openapi.json, with nothing from another host. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../services.server.ts';
import { plainPage } from './plain-page.server.ts';

type Description = ReturnType<OpenAPIHono<AppEnv>['getOpenAPI31Document']>;
type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
};
type Content = { content?: Record<string, { schema?: Schema }> };
type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
};

export function docsPage(c: Context<AppEnv>, description: Description) {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const groups = [...new Set(operations.map(({ tags }) => tags?.[0] ?? 'Other'))];
  const schemas = Object.entries((description.components?.schemas ?? {}) as Record<string, Schema>);
  return plainPage(c, {
    title: 'The API',
    content: html`
      <p>${description.info.description}</p>
      <p>As OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a></p>
      ${groups.map(
        (group) => html`<h2>${group}</h2>
          ${operations.filter(({ tags }) => (tags?.[0] ?? 'Other') === group).map(operationSection)}`,
      )}
      <h2>Shapes</h2>
      ${schemas.map(([name, schema]) => html`<h3 id="${name}">${name}</h3>${fieldsTable(schema)}`)}`,
  });
}

function operationSection({
  path,
  method,
  summary,
  parameters = [],
  requestBody,
  responses = {},
}: Operation & { path: string; method: string }) {
  return html`<h3><code>${method.toUpperCase()} ${path}</code></h3>
    <p>${summary}</p>
    ${
      parameters.length > 0
        ? html`<table>
          <tr><th>Parameter</th><th>In</th><th>What</th></tr>
          ${parameters.map(
            (one) =>
              html`<tr><td><code>${one.name}</code></td><td>${one.in}</td><td>${one.description ?? typeName(one.schema)}</td></tr>`,
          )}
        </table>`
        : ''
    }
    ${requestBody ? html`<p>Body: ${shapeOf(requestBody)}</p>` : ''}
    <table>
      <tr><th>Answer</th><th>When</th><th>Shape</th></tr>
      ${Object.entries(responses).map(
        ([status, one]) => html`<tr><td>${status}</td><td>${one.description}</td><td>${shapeOf(one)}</td></tr>`,
      )}
    </table>`;
}

function shapeOf({ content }: Content) {
  const schema = content?.['application/json']?.schema;
  if (!schema) return content ? 'the bytes of a file' : '';
  const name = typeName(schema);
  return schema.$ref ? html`<a href="#${name}">${name}</a>` : html`<code>${name}</code>`;
}

function fieldsTable({ properties = {}, required = [] }: Schema) {
  return html`<table>
    <tr><th>Field</th><th>Type</th><th>What</th></tr>
    ${Object.entries(properties).map(
      ([name, field]) =>
        html`<tr><td><code>${name}</code>${required.includes(name) ? '' : html` <span class="quiet">optional</span>`}</td><td>${typeName(field)}</td><td>${field.description ?? ''}</td></tr>`,
    )}
  </table>`;
}

function typeName(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.map((value) => String(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' | ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  if (schema.properties)
    return `{ ${Object.entries(schema.properties)
      .map(([name, field]) => `${name}: ${typeName(field)}`)
      .join(', ')} }`;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
}
