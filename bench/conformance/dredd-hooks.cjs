// Loaded by Dredd. It calls what the document answers with 200 with the right key, what it answers with 401 without one,
// and leaves out the other statuses, for which Dredd has no way to ask.
const hooks = require('hooks')

hooks.beforeEach((transaction, done) => {
  const { headers } = transaction.request
  const status = transaction.expected.statusCode
  delete headers['Authorization']
  if (status === '200')
    headers['Authorization'] = `Bearer ${transaction.fullPath.startsWith('/api') ? 'key-echo' : 'host-acme-default'}`
  else if (status !== '401') transaction.skip = true
  done()
})
