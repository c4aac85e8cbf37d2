import { openStore as openDrizzle } from './drizzle.ts'
import { openStore as openMikroOrm } from './mikro-orm.ts'
import { openStore as openMongoose } from './mongoose.ts'
import { openStore as openPg } from './pg.ts'
import { openStore as openPrisma } from './prisma.ts'
import type { OpenStore } from './run-store.ts'
import { openStore as openSequelize } from './sequelize.ts'
import { openStore as openTypeOrm } from './typeorm.ts'

/** The functions that open the stores, by the names of their servers. */
export const openStoreByName: Readonly<Record<string, OpenStore>> = {
  'pg 8': openPg,
  'Drizzle 0.45': openDrizzle,
  'TypeORM 1': openTypeOrm,
  'Sequelize 6': openSequelize,
  'Prisma 7': openPrisma,
  'MikroORM 7': openMikroOrm,
  'Mongoose 9': openMongoose,
}
