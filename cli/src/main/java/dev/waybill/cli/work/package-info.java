/// Workers that the command line starts.
@NullMarked
package dev.waybill.cli.work;

import org.jspecify.annotations.NullMarked;
