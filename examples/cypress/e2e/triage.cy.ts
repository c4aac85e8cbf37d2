beforeEach(() => {
  cy.task('reset')
})

it('says when to try again over the rate limit', () => {
  cy.task('addFault', { kind: 'status', status: 429, retryAfterSeconds: 30, count: 1 })
  cy.visit('/')
  cy.contains('button', 'Ask').click()
  cy.contains('[role=status], output', 'Try again in 30 s')
})
