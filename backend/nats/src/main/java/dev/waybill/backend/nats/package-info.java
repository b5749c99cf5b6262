/// The four ports on NATS JetStream: streams and key-value buckets are the source of truth, large
/// payloads are in an object store.
@NullMarked
package dev.waybill.backend.nats;

import org.jspecify.annotations.NullMarked;
