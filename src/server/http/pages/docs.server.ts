/** /api/docs: readable API documentation from the same description as /api/openapi.json. */
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

function table(head: string[], rows: unknown[][]) {
  if (rows.length === 0) return '';
  return html`<table>
    <tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr>
    ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
  </table>`;
}

type Section = Operation & { path: string; method: string };

function operationSection({ path, method, summary, parameters = [], requestBody, responses = {} }: Section) {
  return html`<h3><code>${method.toUpperCase()} ${path}</code></h3>
    <p>${summary}</p>
    ${table(
      ['Parameter', 'In', 'What'],
      parameters.map((item) => [html`<code>${item.name}</code>`, item.in, item.description ?? typeName(item.schema)]),
    )}
    ${requestBody ? html`<p>Body: ${shapeOf(requestBody)}</p>` : ''}
    ${table(
      ['Answer', 'When', 'Shape'],
      Object.entries(responses).map(([status, item]) => [status, item.description, shapeOf(item)]),
    )}`;
}

function shapeOf({ content }: Content) {
  const schema = content?.['application/json']?.schema;
  if (!schema) return content ? 'file contents' : '';
  const name = typeName(schema);
  return schema.$ref ? html`<a href="#${name}">${name}</a>` : html`<code>${name}</code>`;
}

function fieldsTable({ properties = {}, required = [] }: Schema) {
  const optional = html` <span class="quiet">optional</span>`;
  return table(
    ['Field', 'Type', 'What'],
    Object.entries(properties).map(([name, field]) => [
      html`<code>${name}</code>${required.includes(name) ? '' : optional}`,
      typeName(field),
      field.description ?? '',
    ]),
  );
}

function typeName(schema: Schema | undefined): string {
  const { $ref, enum: values, anyOf, items, properties, type = 'anything' } = schema ?? { type: '' };
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (values) return values.map(String).join(' | ');
  if (anyOf) return anyOf.map(typeName).join(' | ');
  if (items) return `list of ${typeName(items)}`;
  if (!properties) return [type].flat().join(' | ');
  const fields = Object.entries(properties).map(([name, field]) => `${name}: ${typeName(field)}`);
  return `{ ${fields.join(', ')} }`;
}
