/** Stops zod from trying `new Function`, which the CSP refuses and reports. Zod reads this global when it loads. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
