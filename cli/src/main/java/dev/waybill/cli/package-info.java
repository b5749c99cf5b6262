/// The command line: one file per command, on a local data folder.
@NullMarked
package dev.waybill.cli;

import org.jspecify.annotations.NullMarked;
