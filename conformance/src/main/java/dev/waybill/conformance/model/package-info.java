/// A store in memory, as simple as possible, which other stores are compared with.
@NullMarked
package dev.waybill.conformance.model;

import org.jspecify.annotations.NullMarked;
