/// Measures Waybill, what it is compared with, and what the machine itself can do.
@NullMarked
package dev.waybill.bench;

import org.jspecify.annotations.NullMarked;
