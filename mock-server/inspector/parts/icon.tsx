/** Paths of the icons on a grid of 16, drawn with a stroke of 1.6. */
const PATHS = {
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 9h3',
  back: 'M10 3 5 8l5 5',
  bolt: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  chevron: 'm4 6 4 4 4-4',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.5V8l2 1.5',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2v8m0 0 3.5-3.5M8 10 4.5 6.5M2.5 13.5h11',
  edit: 'M10.5 3 13 5.5 5.5 13H3v-2.5z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  flow: 'M2.5 2.5h4v3.5h-4zM9.5 10h4v3.5h-4zM4.5 6v3.5a2 2 0 0 0 2 2h3',
  key: 'M5 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM7 9l6-6m-2 2 1.5 1.5',
  list: 'M2 4h12M2 8h12M2 12h8',
  lost: 'M1.5 8H5l1.5-3M14.5 8H11l-1.5 3M7.5 4l1.5 8',
  minus: 'M4 8h8',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  play: 'M5 3.5v9l7-4.5z',
  redo: 'M12.5 8A4.5 4.5 0 1 1 11 4.6M12.5 2v3.2H9.3',
  runs: 'M4 2.5a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM4 10a1.7 1.7 0 1 0 0 3.4A1.7 1.7 0 0 0 4 10zM12 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM5.7 4.2C9 4.2 8 8 10.3 8M5.7 11.7C9 11.7 8 8 10.3 8',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5 14 14',
  sync: 'M3 7a5 5 0 0 1 9-2.5L13.5 6M13.5 3v3h-3M13 9a5 5 0 0 1-9 2.5L2.5 10M2.5 13v-3h3',
} as const

export type IconName = keyof typeof PATHS

/** Draws an icon. It says nothing on its own: the words are beside it, or the label of its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
