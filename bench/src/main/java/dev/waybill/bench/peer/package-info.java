/// The systems that are compared.
@NullMarked
package dev.waybill.bench.peer;

import org.jspecify.annotations.NullMarked;
