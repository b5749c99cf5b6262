/// The public vocabulary: jobs, leases, events and answers. It uses neither the ports
/// nor the engine.
@NullMarked
package dev.waybill;

import org.jspecify.annotations.NullMarked;
