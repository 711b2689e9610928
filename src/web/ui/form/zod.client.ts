/** Read by zod when it loads. Prevents `new Function`, which the content security policy forbids and reports. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
