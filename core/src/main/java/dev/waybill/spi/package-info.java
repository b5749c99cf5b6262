/// The four ports a backend implements. A port does not retry, validate, log or know a wire
/// format.
@NullMarked
package dev.waybill.spi;

import org.jspecify.annotations.NullMarked;
