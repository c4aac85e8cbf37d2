beforeEach(() => {
  cy.task('reset')
})

it('shows the responsible team, and sends one request', () => {
  cy.visit('/')
  cy.contains('button', 'Ask').click()
  cy.contains('output', 'For billing')
  cy.task('received', 'support-triage').should('equal', 1)
})

it('shows when to retry, over the rate limit', () => {
  cy.task('addFault', { kind: 'status', status: 429, retryAfterSeconds: 30, count: 1 })
  cy.visit('/')
  cy.contains('button', 'Ask').click()
  cy.contains('output', 'Try again in 30 s')
})
