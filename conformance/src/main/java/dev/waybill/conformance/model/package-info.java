/// A store in memory that is simple enough to be right: stores are compared with it.
@NullMarked
package dev.waybill.conformance.model;

import org.jspecify.annotations.NullMarked;
