// Words that cannot name a constant of a module, and names that the printed module imports.
const TAKEN = new Set(
  [
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false',
    'finally for function if implements import in instanceof interface let new null package private protected public return',
    'static super switch this throw true try typeof undefined globalThis var void while with yield defineWorkflow z',
  ].flatMap((words) => words.split(' ')),
)

/** The name of a constant for a workflow. */
export function toIdentifier(flowId: string): string {
  const name = flowId.replace(/[^\p{ID_Continue}]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? '')
  if (TAKEN.has(name)) return `${name}Workflow`
  return /^[\p{ID_Start}_]/u.test(name) ? name : `workflow${name}`
}
