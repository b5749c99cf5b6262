/// Schemas of events by type and version: registration, compatibility, and upcasts. No storage, no
/// network.
@NullMarked
package dev.waybill.events.schema;

import org.jspecify.annotations.NullMarked;
