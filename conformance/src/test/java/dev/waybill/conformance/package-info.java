@NullMarked
package dev.waybill.conformance;

import org.jspecify.annotations.NullMarked;
