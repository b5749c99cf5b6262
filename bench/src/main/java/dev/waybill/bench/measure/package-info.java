/// What is measured.
@NullMarked
package dev.waybill.bench.measure;

import org.jspecify.annotations.NullMarked;
