/**
 * Whether what a client presented is a secret. How long that takes depends on the length of what was presented, which
 * the client knows, and not on how much of it is right. The core has no module of Node, so no `timingSafeEqual`.
 */
export function equalsSecret(presented: string, secret: string): boolean {
  let difference = presented.length ^ secret.length
  for (let index = 0; index < presented.length; index += 1) {
    // Past its end the secret is NaN, which is 0 to this operator; the lengths differ then.
    difference |= presented.charCodeAt(index) ^ secret.charCodeAt(index)
  }
  return difference === 0
}
