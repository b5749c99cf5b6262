@NullMarked
package dev.waybill.bus;

import org.jspecify.annotations.NullMarked;
