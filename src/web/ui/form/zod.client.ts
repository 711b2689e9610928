/**
 * zod tries `new Function` when the first object schema is made, to compile its parsers; the content security policy
 * refuses that and reports it. Every entry of the browser imports this file before anything that makes a schema.
 */
import { config } from 'zod';

config({ jitless: true });
