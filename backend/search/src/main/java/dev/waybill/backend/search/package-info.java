/// The search index: a catalog in one SQLite file, for every store that has none of its own.
@NullMarked
package dev.waybill.backend.search;

import org.jspecify.annotations.NullMarked;
