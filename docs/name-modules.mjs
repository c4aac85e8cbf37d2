import { Converter, ParameterType, ReflectionKind } from 'typedoc'

/** A plugin of TypeDoc that describes what a program can import. */
export function load(app) {
  app.options.addDeclaration({ name: 'importNames', help: 'The names of modules, by their files', type: ParameterType.Mixed })
  const internalNames = new Map()

  app.converter.on('createDeclaration', (context, module) => {
    if (module.parent !== context.project) return
    const [source] = context.getSymbolFromReflection(module).declarations
    // TypeDoc would name a module after its file.
    module.name = app.options.getValue('importNames')[source.fileName]
    internalNames.set(module, listInternalNames(source))
  })

  // TypeDoc reads the tag of a declaration, and not the one of the statement that exports it.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const internal = module.children?.filter(({ name }) => internalNames.get(module)?.includes(name)) ?? []
      for (const reflection of internal) project.removeReflection(reflection)
    }
  })
}

/** Lists the names in the statements of a module that export something with the tag `@internal`. */
function listInternalNames(source) {
  const statements = source.statements.filter(({ jsDoc = [] }) =>
    jsDoc.some(({ tags = [] }) => tags.some(({ tagName }) => tagName.text === 'internal')),
  )
  return statements.flatMap(({ exportClause }) => exportClause?.elements?.map(({ name }) => name.text) ?? [])
}
