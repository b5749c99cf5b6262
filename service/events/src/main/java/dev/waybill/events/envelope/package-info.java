/// Envelopes: the two of the specification, SNS notifications, CloudEvents and plain JSON, read and
/// written without loss.
@NullMarked
package dev.waybill.events.envelope;

import org.jspecify.annotations.NullMarked;
