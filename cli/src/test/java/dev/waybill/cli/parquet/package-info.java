@NullMarked
package dev.waybill.cli.parquet;

import org.jspecify.annotations.NullMarked;
