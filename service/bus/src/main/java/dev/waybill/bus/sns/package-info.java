/// Topics on Amazon SNS: events of the topic are published to SNS, and messages of a queue of SQS
/// are published to the topic.
@NullMarked
package dev.waybill.bus.sns;

import org.jspecify.annotations.NullMarked;
