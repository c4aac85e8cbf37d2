/** Takes everything that a batch yields, and the error that it ends with. */
export async function collect<Item>(batch: AsyncIterable<Item>): Promise<{ items: Item[]; error: unknown }> {
  const items: Item[] = []
  try {
    for await (const item of batch) items.push(item)
    return { items, error: undefined }
  } catch (error) {
    return { items, error }
  }
}
