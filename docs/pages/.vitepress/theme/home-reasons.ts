import { h, type VNode } from 'vue'

/** Draws a request on its way: sent, its response lost, and not sent again. */
function drawWire(): VNode {
  const wire = [
    h('span', { class: 'sent' }, 'sent'),
    h('span', { class: 'lost' }, 'response lost'),
    h('span', { class: 'unsent' }, 'not sent again'),
  ]
  return h('div', { class: 'picture', 'aria-hidden': 'true' }, [
    h('div', { class: 'wire' }, wire),
    h('code', 'error.mayHaveRun true'),
  ])
}

/** Draws a refusal as the inspector shows it. */
function drawRefusal(): VNode {
  const body = [h('strong', 'The key belongs to another workflow'), h('div', ['Needed ', h('code', 'wfk_echo')])]
  return h('div', { class: 'picture why', 'aria-hidden': 'true' }, [
    h('div', { class: 'head' }, [h('span', 'why'), h('span', '403 run echo')]),
    h('div', { class: 'body' }, body),
  ])
}

/** Draws the checks of the suite, of which one only notes what it found. */
function drawMatrix(): VNode {
  const cells = Array.from({ length: 9 }, (_, index) => (index === 6 ? h('i', { class: 'noted' }, '○') : h('i', '✓')))
  return h('div', { class: 'picture', 'aria-hidden': 'true' }, [
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
