@NullMarked
package dev.waybill.bench;

import org.jspecify.annotations.NullMarked;
