@NullMarked
package dev.waybill.lambda;

import org.jspecify.annotations.NullMarked;
