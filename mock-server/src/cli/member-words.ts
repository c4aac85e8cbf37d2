/** Whether a member of an operation is a duration: `ms`, or a name that ends so. */
export function isDuration(member: string): boolean {
  return member === 'ms' || member.endsWith('Ms')
}

/** Returns the word of the command line for a member. A duration contains its unit, so its name has no unit. */
export function toCommandLineName(member: string): string {
  if (member === 'ms') return 'duration'
  return isDuration(member) ? member.slice(0, -2) : member
}
