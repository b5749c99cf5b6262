/// Writes Parquet files: a flat table of optional columns, as row groups that are complete on their
/// own.
@NullMarked
package dev.waybill.cli.parquet;

import org.jspecify.annotations.NullMarked;
