/// Measures Waybill, comparable products, and the limits of the machine.
@NullMarked
package dev.waybill.bench;

import org.jspecify.annotations.NullMarked;
