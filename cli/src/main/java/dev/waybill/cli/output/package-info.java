/// What commands print: tables, colors, JSON, errors.
@NullMarked
package dev.waybill.cli.output;

import org.jspecify.annotations.NullMarked;
