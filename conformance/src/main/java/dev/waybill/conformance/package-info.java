/// The conformance kit: what every backend must keep, as tests; a model that keeps it; and the
/// clock both are driven by.
@NullMarked
package dev.waybill.conformance;

import org.jspecify.annotations.NullMarked;
