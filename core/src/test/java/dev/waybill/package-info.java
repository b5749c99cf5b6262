@NullMarked
package dev.waybill;

import org.jspecify.annotations.NullMarked;
