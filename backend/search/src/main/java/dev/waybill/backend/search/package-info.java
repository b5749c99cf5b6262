/// The search index: a catalog in one SQLite file, for stores without their own index.
@NullMarked
package dev.waybill.backend.search;

import org.jspecify.annotations.NullMarked;
