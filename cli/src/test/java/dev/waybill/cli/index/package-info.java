/// The search index in PostgreSQL beside other stores.
@NullMarked
package dev.waybill.cli.index;

import org.jspecify.annotations.NullMarked;
