/// What travels: the two envelopes of the specification, CloudEvents, and any other JSON, read and
/// written without loss.
@NullMarked
package dev.waybill.events.envelope;

import org.jspecify.annotations.NullMarked;
