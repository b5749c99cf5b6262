/// Runs handlers for jobs: leases them, keeps the leases, settles the outcomes. Knows the
/// vocabulary alone, so it works the same in process and over the network.
@NullMarked
package dev.waybill.worker;

import org.jspecify.annotations.NullMarked;
