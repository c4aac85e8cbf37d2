beforeEach(() => {
  cy.task('reset')
})

it('shows the team that is to answer, and asks once', () => {
  cy.visit('/')
  cy.contains('button', 'Ask').click()
  cy.contains('output', 'For billing')
  cy.task('received', 'support-triage').should('equal', 1)
})

it('says when to try again over the rate limit', () => {
  cy.task('addFault', { kind: 'status', status: 429, retryAfterSeconds: 30, count: 1 })
  cy.visit('/')
  cy.contains('button', 'Ask').click()
  cy.contains('output', 'Try again in 30 s')
})
