/// The four ports on NATS JetStream: truth is on the broker, the latest state in its key-value
/// buckets, large payloads in its object store.
@NullMarked
package dev.waybill.backend.nats;

import org.jspecify.annotations.NullMarked;
