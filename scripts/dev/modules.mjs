/** Which modules of the running server a changed file reaches, and how the server comes to read them again. */

/** @typedef {import('vite').RunnableDevEnvironment} Environment */
/** @typedef {import('vite').EnvironmentModuleNode} Module */

/**
 * The modules made from these files, and all that import them, directly or not.
 * @param {Environment} environment
 * @param {string[]} files absolute paths
 * @returns {Set<Module>}
 */
export function affected({ moduleGraph }, files) {
  /** @type {Set<Module>} */
  const reached = new Set();
  /** @param {Iterable<Module>} modules */
  const reach = (modules) => {
    for (const module of modules) {
      if (reached.has(module)) continue;
      reached.add(module);
      reach(module.importers);
    }
  };
  for (const file of files) reach(moduleGraph.getModulesByFile(file) ?? []);
  return reached;
}

/**
 * The next import reads these modules again and leaves all others as they are, with their state.
 * @param {Environment} environment
 * @param {Set<Module>} modules
 */
export function forget({ moduleGraph, runner }, modules) {
  for (const module of modules) {
    moduleGraph.invalidateModule(module);
    const evaluated = module.id && runner.evaluatedModules.getModuleById(module.id);
    if (evaluated) runner.evaluatedModules.invalidateModule(evaluated);
  }
}
