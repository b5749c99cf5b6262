/// Output of commands: tables, colors, JSON, errors.
@NullMarked
package dev.waybill.cli.output;

import org.jspecify.annotations.NullMarked;
