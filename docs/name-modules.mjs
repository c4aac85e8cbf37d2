import { ParameterType } from 'typedoc'

/** A plugin of TypeDoc. TypeDoc would name a module after its file; `importNames` has the name that a program imports. */
export function load(app) {
  app.options.addDeclaration({ name: 'importNames', help: 'The names of modules, by their files', type: ParameterType.Mixed })
  app.converter.on('createDeclaration', (context, module) => {
    if (module.parent !== context.project) return
    const [source] = context.getSymbolFromReflection(module).declarations
    module.name = app.options.getValue('importNames')[source.fileName]
  })
}
