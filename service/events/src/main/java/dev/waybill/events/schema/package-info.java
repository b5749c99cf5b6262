/// What events look like: schemas by type and version, what they refuse and in which words, how
/// they may change, and how old events get a newer form. No storage, no network.
@NullMarked
package dev.waybill.events.schema;

import org.jspecify.annotations.NullMarked;
