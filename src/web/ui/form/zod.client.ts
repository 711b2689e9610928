/**
 * zod tries `new Function` when the first object schema is made, to compile its parsers; the content security policy
 * refuses that and reports it. Its own way to be told before it is loaded, as it is not among what the first screen needs.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
