/// Waybill on the other side of a network: the same interface, spoken over HTTP. Knows the
/// vocabulary and what travels.
@NullMarked
package dev.waybill.client;

import org.jspecify.annotations.NullMarked;
