import type { AnyDb } from "./columns.ts";

/** That a session left out its second step, which nothing of it told before. */
export async function skippedSteps(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("second_step_skipped", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
