/// The conformance tests of job stores.
@NullMarked
package dev.waybill.conformance.job;

import org.jspecify.annotations.NullMarked;
