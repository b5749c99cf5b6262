/// Live jobs in memory, changed by one thread.
@NullMarked
package dev.waybill.backend.embedded.live;

import org.jspecify.annotations.NullMarked;
