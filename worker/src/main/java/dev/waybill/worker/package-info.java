/// Runs handlers for jobs: leases jobs, extends the leases and settles the outcomes. Depends only
/// on the API types, so it works the same in process and over the network.
@NullMarked
package dev.waybill.worker;

import org.jspecify.annotations.NullMarked;
