import mongoose from 'mongoose'

const { BSON } = mongoose.mongo

interface Filter {
  readonly [path: string]: unknown
}

interface Update {
  readonly $set?: object
  readonly $unset?: object
}

/**
 * The operations of a collection of MongoDB that Mongoose calls here. Documents are kept as BSON, as MongoDB keeps them. The
 * MongoDB of the package mongodb-memory-server is a download, and no test here downloads a program.
 */
export class MongoCollection {
  readonly #documents = new Map<unknown, Uint8Array>()

  insertOne = async (document: mongoose.mongo.Document): Promise<object> => {
    this.#documents.set(document['_id'], BSON.serialize(document))
    return { acknowledged: true, insertedId: document['_id'] }
  }

  findOne = async (filter: Filter): Promise<mongoose.mongo.Document | null> => this.#find(filter)[0] ?? null

  updateOne = async (filter: Filter, { $set = {}, $unset = {} }: Update): Promise<object> => {
    const found = this.#find(filter)[0]
    if (found === undefined) return { acknowledged: true, matchedCount: 0 }

    const removed = Object.keys($unset)
    const kept = Object.fromEntries(Object.entries({ ...found, ...$set }).filter(([path]) => !removed.includes(path)))
    this.#documents.set(found['_id'], BSON.serialize(kept))
    return { acknowledged: true, matchedCount: 1, modifiedCount: 1 }
  }

  countDocuments = async (filter: Filter): Promise<number> => this.#find(filter).length

  #find(filter: Filter): mongoose.mongo.Document[] {
    const documents = [...this.#documents.values()].map((bytes) => BSON.deserialize(bytes))
    return documents.filter((document) => Object.entries(filter).every(([path, value]) => document[path] === value))
  }
}
