/// The life of a stored job as values and pure functions, for every store: [StoredJob] is its
/// record, and [Picking] chooses the next lane.
@NullMarked
package dev.waybill.record;

import org.jspecify.annotations.NullMarked;
