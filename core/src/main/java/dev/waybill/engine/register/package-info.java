/// Definitions that the ledger holds and every server follows.
@NullMarked
package dev.waybill.engine.register;

import org.jspecify.annotations.NullMarked;
