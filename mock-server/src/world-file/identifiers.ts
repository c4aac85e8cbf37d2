/** Words that cannot be the name of a constant in a module. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch ' +
    'this throw true try typeof var void while with yield defineWorkflow z'
  ).split(' '),
)

/** Returns an identifier for a flowId: `answer-ticket` becomes `answerTicket`. Adds it to the names that are taken. */
export function toIdentifier(flowId: string, taken: Set<string>): string {
  const words = flowId.split(/[^\p{ID_Continue}]+|_+/u).filter((word) => word !== '')
  const camel = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join('')
  const isName = /^\p{ID_Start}/u.test(camel) && !RESERVED.has(camel)
  const name = isName ? camel : `workflow${upperFirst(camel)}`

  let identifier = name
  for (let count = 2; taken.has(identifier); count += 1) identifier = `${name}${count}`
  taken.add(identifier)
  return identifier
}

function lowerFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1)
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Writes the name of a member, in quotes where the language needs them. */
export function quoteName(name: string): string {
  // Without the brackets, this member would set the prototype.
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
