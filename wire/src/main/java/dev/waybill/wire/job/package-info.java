/// Documents of jobs, leases and queues.
@NullMarked
package dev.waybill.wire.job;

import org.jspecify.annotations.NullMarked;
