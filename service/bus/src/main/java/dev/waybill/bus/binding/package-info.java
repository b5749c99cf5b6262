/// The shared part of bindings: settings, publishing of events that come in, dead letters of those
/// that cannot be published, and the queue of events that go out.
@NullMarked
package dev.waybill.bus.binding;

import org.jspecify.annotations.NullMarked;
