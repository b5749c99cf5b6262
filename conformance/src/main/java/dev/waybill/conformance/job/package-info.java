/// What every job store must do.
@NullMarked
package dev.waybill.conformance.job;

import org.jspecify.annotations.NullMarked;
