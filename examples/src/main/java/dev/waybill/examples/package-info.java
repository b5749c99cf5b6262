/// Small programs that show one feature each. The build runs them all.
@NullMarked
package dev.waybill.examples;

import org.jspecify.annotations.NullMarked;
