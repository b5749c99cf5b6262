/// `waybill export`: copies jobs, messages and events into files.
@NullMarked
package dev.waybill.cli.export;

import org.jspecify.annotations.NullMarked;
