/** The script of the page: filters, and copies a command. Without it the page shows everything. */
export const htmlScript = `
const form = document.querySelector('form')
const items = [...document.querySelectorAll('[data-verdict]')]
const output = document.querySelector('output')
const rows = items.filter((item) => item.localName === 'tr')
const texts = new Map(items.map((item) => [item, item.textContent.toLowerCase()]))
function filter() {
  const words = form.text.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const verdicts = new Set([...form.querySelectorAll('input[type=checkbox]:checked')].map((box) => box.value))
  for (const item of items) {
    const { profile, verdict } = item.dataset
    const wanted = verdicts.has(verdict) && (form.profile.value === '' || form.profile.value === profile)
    item.hidden = !wanted || !words.every((word) => texts.get(item).includes(word))
  }
  for (const part of document.querySelectorAll('main > section')) {
    const own = items.filter((item) => part.contains(item))
    part.hidden = own.length > 0 && own.every((item) => item.hidden)
  }
  output.value = rows.filter((row) => !row.hidden).length + ' of ' + rows.length + ' checks shown'
}
form.hidden = false
form.addEventListener('input', filter)
form.act.addEventListener('click', () => {
  for (const box of form.querySelectorAll('input[type=checkbox]')) box.checked = ['fail', 'error', 'warn', 'blocked'].includes(box.value)
  filter()
})
form.addEventListener('reset', () => setTimeout(filter))
form.addEventListener('submit', (event) => event.preventDefault())
filter()
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
`
