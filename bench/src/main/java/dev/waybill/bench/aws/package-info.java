/// Measures on emulators of AWS.
@NullMarked
package dev.waybill.bench.aws;

import org.jspecify.annotations.NullMarked;
