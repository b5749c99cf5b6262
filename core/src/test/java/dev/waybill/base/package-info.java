@NullMarked
package dev.waybill.base;

import org.jspecify.annotations.NullMarked;
