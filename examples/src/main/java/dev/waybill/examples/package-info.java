/// Small programs that show one thing each. The build runs them all.
@NullMarked
package dev.waybill.examples;

import org.jspecify.annotations.NullMarked;
