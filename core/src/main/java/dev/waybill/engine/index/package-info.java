/// Keeps the search index up to date with the ledger and the jobs.
@NullMarked
package dev.waybill.engine.index;

import org.jspecify.annotations.NullMarked;
