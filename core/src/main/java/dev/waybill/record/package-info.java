/// The life of a stored job as values and pure functions, for every store: [StoredJob] is its
/// record, and [Picking] decides which lane is next.
@NullMarked
package dev.waybill.record;

import org.jspecify.annotations.NullMarked;
