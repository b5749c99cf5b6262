/// The command line: one file per command.
@NullMarked
package dev.waybill.cli;

import org.jspecify.annotations.NullMarked;
