/// Words for topics: where events are published, and which queues get them.
@NullMarked
package dev.waybill.topic;

import org.jspecify.annotations.NullMarked;
