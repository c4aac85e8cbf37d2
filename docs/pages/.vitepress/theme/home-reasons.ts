import { h, type VNode } from 'vue'

/** Draws a request on its way: sent, its response lost, and not sent again. */
function drawWire(): VNode {
  const steps = [
    { name: 'passed', mark: '✓', text: 'sent' },
    { name: 'stopped', mark: '✕', text: 'response lost' },
    { name: 'unsent', mark: '', text: 'not sent again' },
  ]
  const nodes = steps.map(({ mark, name, text }) => h('li', { class: name }, [h('span', { class: 'node' }, mark), text]))
  return h('div', { class: 'picture card', 'aria-hidden': 'true' }, [
    h('ol', { class: 'trail' }, nodes),
    h('code', 'error.mayHaveRun true'),
  ])
}

/** Draws a refusal as the inspector shows it. */
function drawRefusal(): VNode {
  return h('div', { class: 'picture why refused', 'aria-hidden': 'true' }, [
    h('div', { class: 'band' }, [h('span', 'why'), h('span', '403 run echo')]),
    h('strong', 'The key belongs to another workflow'),
    h('div', ['Needed ', h('code', 'wfk_echo')]),
  ])
}

/** Draws the checks of the suite, of which one only notes what it found. */
function drawMatrix(): VNode {
  const cells = Array.from({ length: 9 }, (_, index) =>
    index === 6 ? h('span', { class: 'cell observed' }, '○') : h('span', { class: 'cell passed' }, '✓'),
  )
  return h('div', { class: 'picture card', 'aria-hidden': 'true' }, [
    h('div', { class: 'matrix' }, cells),
    h('span', '✓ required   ○ left open, only noted'),
  ])
}

/** The three reasons to rely on the project, each with a picture. */
export function renderReasons(): VNode {
  const reasons = [
    {
      picture: drawWire(),
      title: 'At most once',
      text: 'A run is sent again only if the service certainly did not act on it. Otherwise, the error says mayHaveRun.',
    },
    {
      picture: drawRefusal(),
      title: 'It explains',
      text: 'Each refusal of the reference server names its cause, the requirement and the next step.',
    },
    {
      picture: drawMatrix(),
      title: 'No false alarm',
      text: 'The suite asserts only what the source document says. Open questions are noted, and never fail a server.',
    },
  ]
  const items = reasons.map(({ picture, text, title }) => h('div', [picture, h('h3', title), h('p', text)]))
  return h('section', { class: 'home-section' }, [
    h('h2', { class: 'home-heading' }, 'Why you can rely on it'),
    h('div', { class: 'home-reasons' }, items),
  ])
}
