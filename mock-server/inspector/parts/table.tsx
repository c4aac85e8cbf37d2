import type { ComponentChildren } from 'preact'
import { Guarded } from './guarded.tsx'

type Column<Row> = readonly [title: string, show: (row: Row) => ComponentChildren]

interface TableProps<Row> {
  readonly rows: readonly Row[]
  /** A value that identifies a row. The index does not. */
  readonly keyOf: (row: Row) => string
  /** Each column with its title and its content. The first one names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  /** The buttons that change the row. @default no such column */
  readonly change?: (row: Row) => ComponentChildren
  /** The sentence that replaces an empty table. */
  readonly none: string
}

/** A separate component, because a boundary only catches errors of its children. */
function Cell<Row>({ row, show }: { readonly row: Row; readonly show: (row: Row) => ComponentChildren }) {
  return <>{show(row)}</>
}

/** A table with a line for each row, or a sentence if there are no rows. */
export function Table<Row>({ change, columns: [[naming, name], ...others], keyOf, none, rows }: TableProps<Row>) {
  if (rows.length === 0) return <p class="muted">{none}</p>
  const titles = [naming, ...others.map(([title]) => title)]
  return (
    <table>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {change !== undefined && (
            <th scope="col" class="change">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">
              <Guarded raw={row} name={naming}>
                <Cell row={row} show={name} />
              </Guarded>
            </th>
            {others.map(([title, show]) => (
              <td key={title} data-title={title}>
                <Guarded raw={row} name={title}>
                  <Cell row={row} show={show} />
                </Guarded>
              </td>
            ))}
            {change !== undefined && (
              <td>
                <div class="actions">{change(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
