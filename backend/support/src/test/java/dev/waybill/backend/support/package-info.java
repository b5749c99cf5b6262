@NullMarked
package dev.waybill.backend.support;

import org.jspecify.annotations.NullMarked;
