/// The history: finished jobs, events and facts in SQLite.
@NullMarked
package dev.waybill.backend.embedded.history;

import org.jspecify.annotations.NullMarked;
