/// Feeds arbitrary bytes to everything that reads what users send.
@NullMarked
package dev.waybill.fuzz;

import org.jspecify.annotations.NullMarked;
