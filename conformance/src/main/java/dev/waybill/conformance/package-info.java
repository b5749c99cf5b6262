/// The conformance kit: the promises of every backend as tests, a model that keeps them, and a
/// manual clock.
@NullMarked
package dev.waybill.conformance;

import org.jspecify.annotations.NullMarked;
