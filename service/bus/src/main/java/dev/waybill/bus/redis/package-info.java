/// Topics on Redis streams: events that other programs add to a stream are published to its topic,
/// and events of the topic are added to the stream.
@NullMarked
package dev.waybill.bus.redis;

import org.jspecify.annotations.NullMarked;
